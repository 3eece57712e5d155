/** Anvil with compiled contracts on it, and an engine whose compilers are those of this machine. */
import { expose, finalizer } from 'comlink';
import { type AbiParameter, pad, toHex } from 'viem';
import { compileType } from '../../../src/core/abi/abi-type';
import { defaultArgument } from '../../../src/core/abi/argument-text';
import { encodeParameters } from '../../../src/core/abi/encode';
import type { Address, Hex, NetworkId } from '../../../src/core/chain/primitives';
import { readCompiledCode } from '../../../src/core/contract/compiled-code';
import { failure } from '../../../src/core/failure';
import { bytesToHex } from '../../../src/core/hex';
import type { CompilerApi } from '../../../src/workers/compiler/compiler.api';
import type { ContractsApi } from '../../../src/workers/contracts/contracts.api';
import { startAnvil } from '../../anvil';
import { startEngine } from '../recorded/engine';
import { type CompiledOutput, exactCompiler } from './compile';

export const NETWORK = 31337 as NetworkId;

export type DeployedChain = {
  contracts: ContractsApi;
  /** Puts a contract on the chain with its constructor, or, where that reverts, its runtime code alone. `creation` is what was sent once, with its arguments. */
  deploy(output: CompiledOutput, creation: string | undefined): Promise<Address>;
  stop(): Promise<void>;
};

/** Compilations kept, so that a draft which comes to the same input is not compiled again. */
const KEPT_OUTPUTS = 8;

export async function startDeployedChain(): Promise<DeployedChain> {
  const anvil = await startAnvil({
    args: ['--code-size-limit', '200000', '--gas-limit', '1000000000', '--disable-min-priority-fee'],
    stepsTracing: false,
  });
  const { engine, done } = await startEngine(NETWORK, anvil.url);
  await engine.contracts.setCompiler(
    (port) =>
      new Promise((resolve) => {
        expose({ ...compilersHere(), [finalizer]: resolve }, port);
      }),
  );
  const [sender] = await anvil.call<[Address]>('eth_accounts');
  let planted = 0;

  async function create(data: Hex): Promise<Address | undefined> {
    try {
      const hash = await anvil.call('eth_sendTransaction', [{ from: sender, data, gas: toHex(500_000_000) }]);
      const receipt = await anvil.call<{ status: Hex; contractAddress: Address | null }>('eth_getTransactionReceipt', [
        hash,
      ]);
      if (receipt.status !== '0x1' || receipt.contractAddress === null) return undefined;
      const code = await anvil.call<Hex>('eth_getCode', [receipt.contractAddress, 'latest']);
      return code === '0x' ? undefined : receipt.contractAddress;
    } catch {
      return undefined; // the node refuses what is larger than it allows
    }
  }

  return {
    contracts: engine.contracts,
    async deploy(output, sent) {
      const creation = readCompiledCode(output.evm?.bytecode);
      if (creation === undefined) throw new Error('the contract has no creation code');
      const hex = bytesToHex(creation.bytes) as Hex;
      const args = (sent ?? '').replace(/^0x/, '').slice(hex.length - 2);
      const inputs = (output.abi as { type: string; inputs?: AbiParameter[] }[]).find(
        ({ type }) => type === 'constructor',
      )?.inputs;
      const given = args === '' ? defaultArguments(inputs ?? []) : (`0x${args}` as Hex);
      const created = await create(`${hex}${given.slice(2)}`);
      if (created !== undefined) return created;
      const runtime = readCompiledCode(output.evm?.deployedBytecode);
      if (runtime === undefined) throw new Error('the contract has no runtime code');
      planted++;
      const address = pad(toHex(0xc0de0000 + planted), { size: 20 }) as Address;
      await anvil.call('anvil_setCode', [address, bytesToHex(runtime.bytes)]);
      return address;
    },
    async stop() {
      await done();
      await anvil.stop();
    },
  };
}

/** Arguments that a constructor decodes: what its fields begin with. */
function defaultArguments(inputs: readonly AbiParameter[]): Hex {
  const texts = inputs.map((input) => {
    const type = compileType(input);
    const text = type && defaultArgument(type);
    return text === '' && /^bytes\d+$/.test(input.type) ? `0x${'00'.repeat(Number(input.type.slice(5)))}` : text;
  });
  const encoded = encodeParameters(
    inputs,
    texts.map((text) => text ?? ''),
  );
  return encoded.ok ? encoded.value : '0x';
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
