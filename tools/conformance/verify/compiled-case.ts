/** Sources beside what a compiler made of them: compiled here again and compared. */
import { type AbiParameter, hexToBytes } from 'viem';
import { readCompiledCode } from '../../../src/core/contract/build-output/compiled-code';
import { compareCreationCode, compareRuntimeCode } from '../../../src/core/contract/matching/compare-code';
import { judge } from '../check';
import type { CaseResult } from '../suite';
import { compileContract, type StandardInput } from './compile';
import { abiText, layoutText } from './normal-form';

export type Expected = {
  abi?: unknown;
  storageLayout?: unknown;
  /** Hex. What is linked into it is compared as on a chain. */
  creation?: string | undefined;
  runtime?: string | undefined;
  /** Whether the recorded code was compiled of sources or settings with another metadata, so that only the code can be equal; undefined where the case does not say. */
  edited: boolean | undefined;
};

export type Compiled = {
  /** `0.8.18+commit.87f61d96`. */
  version: string;
  input: StandardInput;
  contract: string;
  path?: string | undefined;
  expected: Expected;
};

/** Judges ABI, storage layout and both codes of one contract, each a case of its own. */
export async function* judgeCompiled(name: string, compiled: Compiled): AsyncIterable<CaseResult> {
  const { expected, contract, path, version, input } = compiled;
  const compilation = compileContract(version, input, contract, path);
  if (compilation.outcome === 'skipped') {
    yield { name: `${name} compiled`, outcome: 'skipped', reason: compilation.reason };
    return;
  }
  const { contract: output, exactVersion } = compilation;
  if (expected.abi !== undefined && expected.abi !== null) {
    yield await judge(`${name} ABI`, (check) => check.equal('ABI', abiText(output.abi), abiText(expected.abi)));
  }
  if (expected.storageLayout && output.storageLayout) {
    yield await judge(`${name} storage layout`, (check) => {
      check.equal('layout', layoutText(output.storageLayout), layoutText(expected.storageLayout));
    });
  }
  for (const kind of ['creation', 'runtime'] as const) {
    const code = expected[kind];
    if (code === undefined || code === '') continue;
    if (!exactVersion) {
      yield {
        name: `${name} ${kind}`,
        outcome: 'skipped',
        reason: 'the exact compiler version is not installed, so bytecode is not compared',
      };
      continue;
    }
    yield await judge(`${name} ${kind}`, (check) => {
      const own = readCompiledCode(kind === 'creation' ? output.evm?.bytecode : output.evm?.deployedBytecode);
      check.that('the compiler gives code', own !== undefined);
      if (own === undefined) return;
      // Links that the recorded code leaves open are those of code that is linked to the zero address.
      const chain = readCompiledCode(code)?.bytes ?? hexToBytes('0x');
      const inputs = constructorInputs(output.abi);
      const compared =
        kind === 'creation'
          ? compareCreationCode(own, chain, chain.length > own.bytes.length ? inputs : [])
          : compareRuntimeCode(own, chain);
      if (expected.edited === undefined && compared.match !== undefined) return;
      const commits = own.auxdata.length > 0 && own.auxdata.every(({ hasMetadataHash }) => hasMetadataHash);
      check.equal(
        `match (${JSON.stringify(compared.differences[0] ?? compared.problem ?? '')})`,
        compared.match,
        commits && !expected.edited ? 'exact' : 'partial',
      );
    });
  }
}

function constructorInputs(abi: unknown): readonly AbiParameter[] {
  const entries = Array.isArray(abi) ? (abi as { type: string; inputs?: AbiParameter[] }[]) : [];
  return entries.find(({ type }) => type === 'constructor')?.inputs ?? [];
}
