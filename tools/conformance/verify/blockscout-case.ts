/** A case of Blockscout's verifier: code of a chain, compiler input, and what the verifier has to find. */
import { type AbiParameter, hexToBytes } from 'viem';
import { readCompiledCode } from '../../../src/core/contract/build-output/compiled-code';
import { compareCreationCode } from '../../../src/core/contract/matching/compare-code';
import { judge } from '../check';
import type { CaseResult } from '../suite';
import type { StandardInput } from './compile';
import { type Compiled, judgeCompiled } from './compiled-case';

export type BlockscoutCase = {
  creation_bytecode: string;
  deployed_bytecode: string;
  compiler_version: string;
  contract_name?: string;
  file_name?: string;
  source_code?: string;
  source_files?: Record<string, string>;
  input?: StandardInput;
  is_blueprint?: boolean;
  optimization_runs?: number;
  evm_version?: string;
  /** Whether the metadata is the same too. */
  is_full_match?: boolean;
  expected_constructor_argument?: string | null;
  expected_compiler_artifacts?: { abi?: AbiEntry[]; storageLayout?: unknown };
  expected_creation_input_artifacts?: CodeArtifacts;
  expected_deployed_bytecode_artifacts?: CodeArtifacts;
};

type AbiEntry = { type: string; inputs?: AbiParameter[] };
type CodeArtifacts = { cborAuxdata?: Record<string, { offset: number }>; linkReferences?: unknown };

export function isBlockscoutCase(value: object): boolean {
  return 'creation_bytecode' in value && 'deployed_bytecode' in value;
}

/** Judges auxdata and constructor arguments in the code, then ABI, layout and code compiled again. */
export async function* judgeBlockscout(name: string, recorded: BlockscoutCase): AsyncIterable<CaseResult> {
  const creation = recorded.creation_bytecode.replace(/^0x/, '');
  if (recorded.is_blueprint) {
    yield { name, outcome: 'skipped', reason: 'a blueprint of Vyper (ERC-5202) is no contract that can be called' };
    return;
  }
  const args = recorded.expected_constructor_argument?.replace(/^0x/, '') ?? '';
  const own = creation.slice(0, creation.length - args.length);
  for (const [what, hex, artifacts] of [
    ['creation', own, recorded.expected_creation_input_artifacts],
    ['runtime', recorded.deployed_bytecode, recorded.expected_deployed_bytecode_artifacts],
  ] as const) {
    if (artifacts?.cborAuxdata === undefined) continue;
    const stated = Object.values(artifacts.cborAuxdata).map(({ offset }) => offset);
    yield await judge(`${name} ${what} auxdata`, (check) => {
      const found = readCompiledCode(hex)?.auxdata.map(({ start }) => start) ?? [];
      check.equal('positions', found.join(' '), stated.join(' '));
    });
  }
  const inputs = recorded.expected_compiler_artifacts?.abi?.find(({ type }) => type === 'constructor')?.inputs ?? [];
  if (recorded.expected_compiler_artifacts !== undefined) {
    yield await judge(`${name} constructor arguments`, (check) => {
      const compiled = readCompiledCode(own);
      check.that('the creation code is read', compiled !== undefined);
      if (compiled === undefined) return;
      const compared = compareCreationCode(compiled, hexToBytes(`0x${creation}`), inputs);
      check.that(`the codes match: ${compared.problem ?? ''}`, compared.match !== undefined);
      const found = compared.parts.find(({ kind }) => kind === 'constructorArguments')?.value ?? '0x';
      check.equal('arguments', found.slice(2), args);
    });
  }
  const compiled = contractOfBlockscout(name, recorded);
  if (compiled === undefined) {
    yield { name: `${name} compiled`, outcome: 'skipped', reason: 'Vyper is not compiled in a browser' };
    return;
  }
  yield* judgeCompiled(name, compiled);
}

/** Returns the contract that the case compiles; undefined for Vyper. */
export function contractOfBlockscout(name: string, recorded: BlockscoutCase): Compiled | undefined {
  const isVyper =
    /\.vy$|^# @version|^# pragma/m.test(recorded.file_name ?? recorded.source_code ?? '') ||
    recorded.input?.language === 'Vyper' ||
    name.includes('vyper');
  if (isVyper) return undefined;
  const sources = recorded.source_files ?? { [recorded.file_name ?? 'source.sol']: recorded.source_code ?? '' };
  const input = recorded.input ?? {
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: {
      optimizer: { enabled: recorded.optimization_runs !== undefined, runs: recorded.optimization_runs ?? 200 },
      ...(recorded.evm_version === undefined ? {} : { evmVersion: recorded.evm_version }),
    },
  };
  return {
    version: recorded.compiler_version,
    input,
    contract: recorded.contract_name ?? '',
    path: recorded.file_name,
    expected: {
      abi: recorded.expected_compiler_artifacts?.abi,
      storageLayout: recorded.expected_compiler_artifacts?.storageLayout,
      creation: recorded.creation_bytecode.replace(/^0x/, ''),
      runtime: recorded.deployed_bytecode,
      edited: isEdited(recorded),
    },
  };
}

/** The metadata names the file, so a case that does not cannot tell its hash. */
function isEdited({ is_full_match, file_name }: BlockscoutCase): boolean | undefined {
  if (is_full_match !== undefined) return !is_full_match;
  return file_name === undefined ? undefined : false;
}
