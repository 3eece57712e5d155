/**
 * The source of the code that each frame of a trace ran, as it was at that
 * time: a proxy that was upgraded since ran its old implementation.
 */

import { bytesToHex, hexToBytes } from '../../../core/chain/hex';
import type { NameOrigin } from '../../../core/chain/name';
import type { ExplorerLink } from '../../../core/chain/network';
import type { Address, Hex, NetworkId } from '../../../core/chain/primitives';
import type { RuntimeConfig } from '../../../core/config/runtime-config';
import { bestCreation, type CreationMatcher, creationMatcher } from '../../../core/contract/matching/creation-code';
import { type CodeIndex, type CodeMatch, createCodeIndex } from '../../../core/contract/matching/match-code';
import type { State } from '../../../core/evm/state/state';
import type { CodeMap } from '../../../core/source/compiled/code-map';
import type { Compilation, SourceContract } from '../../../core/source/compiled/compilation';
import { createdCodes } from '../../../core/source/compiled/created-codes';
import { parseCompilation } from '../../../core/source/compiled/parse-compilation';
import type { CodeSource } from '../../../core/source/frame-in-source';
import { isCreateKind } from '../../../core/trace/frame-kind';
import { type RowIndex, RowKind, type Trace } from '../../../core/trace/rows';
import type { Failure } from '../../../core/values/failure';
import type { CompileProgress } from '../../compiler/compiler.api';
import type { Artifacts } from '../../contracts/build-output/imported-artifacts';
import type { LoadedSource } from '../../contracts/sources/check-sources';
import type { VerifiedSources } from '../../contracts/sources/verified-sources';
import type { Replayed } from '../replay/replayed';

export type CompiledFrames = {
  sourceOf(row: RowIndex): CodeSource | undefined;
  /** The code a call ran, or a creation left. */
  codeOf(row: RowIndex): Uint8Array;
  /** Returns who gave the sources of a compilation. */
  originOf(compilation: Compilation): NameOrigin;
  /** Sources that were found for each code that ran, in the order of the first time. */
  found: readonly { address: Address; source: CodeSource | undefined; failure: Failure | undefined }[];
};

type Question = {
  replayed: Replayed;
  verified: VerifiedSources;
  artifacts: Artifacts;
  config: RuntimeConfig;
  explorers: readonly ExplorerLink[];
  networkId: NetworkId;
  signal: AbortSignal;
  onProgress: ((progress: CompileProgress) => void) | undefined;
};

/** Asks for the sources of all codes that ran, together. */
export async function loadCompiledFrames(question: Question): Promise<CompiledFrames> {
  const { trace, replay } = question.replayed;
  const codes = codesOf(trace, replay.execution.state);
  const asked = new Map<Uint8Array, Address>();
  for (let row = 0; row < trace.rows.length; row++) {
    const code = codes[row];
    if (code !== undefined && code.length > 0 && !asked.has(code)) asked.set(code, trace.addresses[trace.rows.to[row]]);
  }
  const compilations = new Map<string, Compilation | undefined>();
  const loaded = await Promise.all([...asked].map(([code, address]) => load(question, address, code)));
  const byCode = new Map<Uint8Array, CodeSource>();
  const failures = new Map<Uint8Array, Failure>();
  const origins = new Map<Compilation, NameOrigin>();
  for (const [index, code] of [...asked.keys()].entries()) {
    const answer = loaded[index];
    const source = answer.ok ? answer.value && sourceOfRun(answer.value, compilations) : undefined;
    if (source) byCode.set(code, source);
    if (source && answer.ok && answer.value) origins.set(source.compilation, answer.value.origin);
    if (!answer.ok) failures.set(code, answer.error);
  }
  await addImportedConstructors(question, trace, compilations);
  const contracts = [...compilations.values()].flatMap(
    (compilation) => compilation?.contracts.map((contract) => ({ compilation, contract })) ?? [],
  );
  const others = indexOf(contracts);
  for (const code of asked.keys()) {
    const match = byCode.has(code) ? undefined : others.match(code);
    if (match) byCode.set(code, match.artifact.source);
  }
  const creations = new Map<number, CodeSource | undefined>();
  const creationAt = (row: number) => {
    if (!creations.has(row)) creations.set(row, creatorOf(trace, row, byCode.get(codes[row] ?? NOTHING), contracts));
    return creations.get(row);
  };
  return {
    sourceOf: (row) => (isCreateKind(trace.rows.kind[row]) ? creationAt(row) : byCode.get(codes[row] ?? NOTHING)),
    originOf: (compilation) => origins.get(compilation) ?? 'buildOutput',
    codeOf: (row) => codes[row] ?? NOTHING,
    found: [...asked].map(([code, address]) => ({ address, source: byCode.get(code), failure: failures.get(code) })),
  };
}

const NOTHING = new Uint8Array(0);

/** The code each call ran and each creation left, equal codes being one array; undefined for other rows. */
function codesOf(trace: Trace, state: State): (Uint8Array | undefined)[] {
  const { rows, addresses } = trace;
  const same = new Map<Hex, Uint8Array>();
  const unique = (code: Uint8Array) => {
    const key = bytesToHex(code);
    const known = same.get(key) ?? code;
    same.set(key, known);
    return known;
  };
  const before = new Map<number, Uint8Array>();
  const created = createdCodes(trace);
  return Array.from({ length: rows.length }, (_, row) => {
    const to = rows.to[row];
    if (isCreateKind(rows.kind[row])) return rows.error[row] < 0 && to >= 0 ? unique(outputOf(trace, row)) : undefined;
    if (rows.kind[row] > RowKind.callcode || to < 0) return undefined;
    const made = created[row];
    if (made !== undefined) return unique(made);
    const known = before.get(to) ?? unique(codeBefore(state, addresses[to]));
    before.set(to, known);
    return known;
  });
}

/** The code at the address when the transaction began, of its delegate where it delegates then, or since its own authorisations (EIP-7702). */
function codeBefore(state: State, address: Address): Uint8Array {
  const account = state.indexOfAddress(hexToBytes(address));
  const now = state.codes[state.code[account]];
  const code = now.delegate === undefined ? state.codes[state.originalCode[account]] : now;
  if (code.delegate === undefined) return code.bytes;
  return state.codes[state.originalCode[state.indexOf(code.delegate, 0)]].bytes;
}

function load(
  { verified, artifacts, config, explorers, networkId, signal, onProgress }: Question,
  address: Address,
  code: Uint8Array,
) {
  return verified.load({
    networkId,
    address,
    code: bytesToHex(code),
    artifacts,
    config,
    explorers,
    signal,
    onProgress,
  });
}

function sourceOfRun(
  { runId, run, path, name }: LoadedSource,
  compilations: Map<string, Compilation | undefined>,
): CodeSource | undefined {
  if (!compilations.has(runId)) {
    const parsed = parseCompilation(run);
    compilations.set(runId, parsed.ok ? parsed.value : undefined);
  }
  const compilation = compilations.get(runId);
  const contract = compilation?.contracts.find((candidate) => candidate.path === path && candidate.name === name);
  return compilation && contract && { compilation, contract };
}

/** Contracts of runs that are known, by runtime code: a factory's run has what the factory makes. */
function indexOf(contracts: readonly CodeSource[]): CodeIndex<{
  source: CodeSource;
  runtimeBytecode: string;
  holes: CodeMap['holes'];
}> {
  return createCodeIndex(
    contracts.flatMap((source) => {
      const { runtime } = source.contract;
      return runtime ? [{ source, runtimeBytecode: bytesToHex(runtime.bytes), holes: runtime.holes }] : [];
    }),
  );
}

/** Reads the imported contracts whose constructors ran, where nothing that was found has them: a failed one leaves no code. */
async function addImportedConstructors(
  { verified, artifacts }: Question,
  trace: Trace,
  compilations: Map<string, Compilation | undefined>,
): Promise<void> {
  for (let row = 0; row < trace.rows.length; row++) {
    if (!isCreateKind(trace.rows.kind[row])) continue;
    const init = inputOf(trace, row);
    const isKnown = [...compilations.values()].some((known) =>
      known?.contracts.some((each) => matchCreation(init, each) === 'exact'),
    );
    const imported = isKnown ? undefined : await verified.ofInitCode(artifacts, init);
    if (imported) sourceOfRun(imported, compilations);
  }
}

/** The contract whose creation code the init code at `row` begins with: that of the code it made, else the best match, the longest of equals. */
function creatorOf(
  trace: Trace,
  row: number,
  made: CodeSource | undefined,
  contracts: readonly CodeSource[],
): CodeSource | undefined {
  const init = inputOf(trace, row);
  const matchOf = ({ contract }: CodeSource) => matchCreation(init, contract);
  if (made !== undefined && matchOf(made) !== undefined) return made;
  const lengthOf = ({ contract }: CodeSource) => contract.creation?.bytes.length ?? 0;
  return bestCreation(
    contracts.toSorted((a, b) => lengthOf(b) - lengthOf(a)),
    matchOf,
  )?.candidate;
}

function inputOf({ rows, payload }: Trace, row: number): Uint8Array {
  return payload.subarray(rows.inputStart[row], rows.inputStart[row] + rows.inputLength[row]);
}

function outputOf({ rows, payload }: Trace, row: number): Uint8Array {
  return payload.subarray(rows.outputStart[row], rows.outputStart[row] + rows.outputLength[row]);
}

/** Matchers by contract; the contracts of one compilation are asked for every creation of a trace. */
const matchers = new WeakMap<SourceContract, CreationMatcher>();

function matchCreation(init: Uint8Array, contract: SourceContract): CodeMatch | undefined {
  const { creation } = contract;
  if (creation === undefined) return undefined;
  const known = matchers.get(contract) ?? creationMatcher(creation);
  matchers.set(contract, known);
  return known(init);
}
