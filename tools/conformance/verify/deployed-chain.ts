/** A chain with compiled contracts, and an engine whose compilers are those of this machine. */
import { expose, finalizer } from 'comlink';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { failure } from '../../../src/core/values/failure';
import type { CompilerApi } from '../../../src/workers/compiler/compiler.api';
import type { ContractsApi } from '../../../src/workers/contracts/contracts.api';
import { startEngine } from '../recorded/engine';
import { exactCompiler } from './compile';
import { type ContractChain, startContractChain } from './contract-chain';

export const NETWORK = 31337 as NetworkId;

export type DeployedChain = ContractChain & { contracts: ContractsApi };

/** Compilations kept, so that a draft which comes to the same input is not compiled again. */
const KEPT_OUTPUTS = 8;

export async function startDeployedChain(): Promise<DeployedChain> {
  const chain = await startContractChain();
  const { engine, done } = await startEngine(NETWORK, chain.url);
  await engine.contracts.setCompiler(
    (port) =>
      new Promise((resolve) => {
        expose({ ...compilersHere(), [finalizer]: resolve }, port);
      }),
  );
  return {
    ...chain,
    contracts: engine.contracts,
    async stop() {
      await done();
      await chain.stop();
    },
  };
}

/** The compiler worker's part of the work, in this process. */
function compilersHere(): Pick<CompilerApi, 'compile' | 'cancel'> {
  const outputs = new Map<string, Uint8Array>();
  return {
    async compile(_job, { version, input }) {
      const key = `${version} ${input}`;
      const known = outputs.get(key);
      if (known !== undefined) return { ok: true, value: known };
      const found = exactCompiler(version);
      if (!found.ok) return { ok: false, error: failure('notFound', found.reason) };
      const output = new TextEncoder().encode(found.compiler.compile(input));
      if (outputs.size === KEPT_OUTPUTS) outputs.delete([...outputs.keys()][0] ?? '');
      outputs.set(key, output);
      return { ok: true, value: output };
    },
    async cancel() {},
  };
}
