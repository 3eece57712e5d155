/**
 * A recorded verification: code of a chain, a compiler's output, and what
 * Sourcify found comparing them, with each transformation it needed.
 */
import { type AbiParameter, hexToBytes } from 'viem';
import {
  type CompiledCode,
  readCompiledCode,
  withVyperImmutables,
} from '../../../src/core/contract/build-output/compiled-code';
import { auxdataAtOffsets } from '../../../src/core/contract/matching/auxdata-positions';
import {
  type CodeComparison,
  compareCreationCode,
  compareRuntimeCode,
} from '../../../src/core/contract/matching/compare-code';
import { type Check, judge } from '../check';
import type { CaseResult } from '../suite';

type Artifacts = {
  linkReferences?: unknown;
  immutableReferences?: unknown;
  cborAuxdata?: Record<string, { offset: number; value: string }> | null;
};

type Transformation = { type: string; reason: string; offset: number; id?: string; length?: number };
type Values = {
  constructorArguments?: string;
  callProtection?: string;
  libraries?: Record<string, string>;
  immutables?: Record<string, string>;
  cborAuxdata?: Record<string, string>;
};

export type RecordedCase = {
  onchain: { creationBytecode?: string | null; deployedBytecode?: string | null };
  output: {
    creationBytecode: string;
    deployedBytecode: string;
    compilationArtifacts: { abi?: { type: string; inputs?: AbiParameter[] }[]; storageLayout?: unknown };
    creationCodeArtifacts: Artifacts;
    runtimeCodeArtifacts: Artifacts;
  };
  verification: {
    creationMatch: string | null;
    runtimeMatch: string | null;
    creationTransformations?: Transformation[] | null;
    runtimeTransformations?: Transformation[] | null;
    creationValues?: Values | null;
    runtimeValues?: Values | null;
  };
};

export function isRecordedCase(value: object): value is RecordedCase {
  return 'onchain' in value && 'output' in value && 'verification' in value;
}

/** Judges the runtime code and the creation code of one recorded verification. */
export async function* judgeRecorded(name: string, recorded: RecordedCase): AsyncIterable<CaseResult> {
  const { onchain, output, verification } = recorded;
  const creation = compiledOf(output.creationBytecode, output.creationCodeArtifacts);
  const bare = compiledOf(output.deployedBytecode, output.runtimeCodeArtifacts);
  const runtime = bare && creation ? withVyperImmutables(bare, creation) : bare;
  for (const [what, code, artifacts] of [
    ['creation', creation, output.creationCodeArtifacts],
    ['runtime', bare, output.runtimeCodeArtifacts],
  ] as const) {
    yield await judge(`${name} ${what} auxdata`, (check) => {
      const text = what === 'creation' ? output.creationBytecode : output.deployedBytecode;
      const stated = Object.values(artifacts.cborAuxdata ?? {}).map(({ offset }) => offset);
      const guessed = readCompiledCode(linkedObject(text, artifacts))?.auxdata.map(({ start }) => start) ?? [];
      // The older Vyper and Solidity's yul have none; a guess may not find any either.
      check.equal('positions', guessed.join(' '), stated.sort((a, b) => a - b).join(' '));
      check.that('code is read', code !== undefined || /^(0x)?$/.test(text));
    });
  }
  if (onchain.deployedBytecode && runtime) {
    const compared = compareRuntimeCode(runtime, bytesOf(onchain.deployedBytecode));
    yield await judge(`${name} runtime`, (check) => {
      check.equal('match', wordOf(compared), verification.runtimeMatch);
      checkParts(check, compared, verification.runtimeTransformations, verification.runtimeValues);
    });
  }
  if (onchain.creationBytecode && creation) {
    const inputs = output.compilationArtifacts.abi?.find(({ type }) => type === 'constructor')?.inputs ?? [];
    const compared = compareCreationCode(creation, bytesOf(onchain.creationBytecode), inputs);
    yield await judge(`${name} creation`, (check) => {
      check.equal('match', wordOf(compared), verification.creationMatch);
      checkParts(check, compared, verification.creationTransformations, verification.creationValues);
    });
  }
}

function linkedObject(object: string, artifacts: Artifacts) {
  return {
    object,
    linkReferences: artifacts.linkReferences,
    immutableReferences: artifacts.immutableReferences,
  };
}

/**
 * Reads compiled code with the positions of auxdata that the case states, as far as they are maps; Vyper's are found at
 * the end.
 */
function compiledOf(object: string, artifacts: Artifacts): CompiledCode | undefined {
  const read = readCompiledCode(linkedObject(object, artifacts));
  if (read === undefined) return undefined;
  const offsets = Object.values(artifacts.cborAuxdata ?? {}).map(({ offset }) => offset);
  const stated = auxdataAtOffsets(read.bytes, offsets);
  return stated.length === offsets.length ? { ...read, auxdata: stated } : read;
}

function wordOf({ match }: CodeComparison): string | null {
  return match === undefined ? null : match === 'exact' ? 'exact_match' : 'match';
}

/** Transformations and values as the data states them, from the parts found. */
function checkParts(
  check: Check,
  { match, parts }: CodeComparison,
  transformations: readonly Transformation[] | null | undefined,
  values: Values | null | undefined,
): void {
  if (match === undefined || !transformations) return;
  const found = parts.map((part): Transformation => {
    if (part.kind === 'callProtection') return { type: 'replace', reason: 'callProtection', offset: part.start };
    if (part.kind === 'constructorArguments')
      return { type: 'insert', reason: 'constructorArguments', offset: part.start };
    if (part.kind === 'metadata' && part.value === '0x') {
      return { type: 'delete', reason: 'cborAuxdata', offset: part.start };
    }
    const reason = part.kind === 'metadata' ? 'cborAuxdata' : part.kind;
    return { type: part.length === 0 ? 'insert' : 'replace', reason, offset: part.start, id: part.id };
  });
  check.equal('transformations', textOf(found), textOf(transformations));
  const valuesOf = (kind: string) =>
    JSON.stringify(
      Object.entries(
        Object.fromEntries(
          parts.filter((part) => part.kind === kind && part.value !== '0x').map(({ id, value }) => [id, value]),
        ),
      ).sort(),
    );
  const stated = (record: Record<string, string> | undefined) => JSON.stringify(Object.entries(record ?? {}).sort());
  check.equal('libraries', valuesOf('library'), stated(values?.libraries));
  check.equal('immutables', valuesOf('immutable'), stated(values?.immutables));
  check.equal('auxdata', valuesOf('metadata'), stated(values?.cborAuxdata));
  for (const kind of ['constructorArguments', 'callProtection'] as const) {
    check.equal(kind, parts.find((part) => part.kind === kind)?.value, values?.[kind]);
  }
}

function textOf(transformations: readonly Transformation[]): string {
  return transformations
    .map(({ type, reason, offset, id }) => `${String(offset).padStart(6)} ${type} ${reason} ${id ?? ''}`.trimEnd())
    .sort()
    .join('; ');
}

function bytesOf(hex: string): Uint8Array {
  return hexToBytes(`0x${hex.replace(/^0x/, '')}`);
}
