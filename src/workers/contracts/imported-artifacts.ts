/**
 * Imported build output: kept in IndexedDB, and indexed by code so that a
 * contract met on chain finds its artefact.
 */

import type { Abi } from 'viem';
import { type AbiIndex, createAbiIndex } from '../../core/abi/abi-index';
import { bytesToHex, parseHex } from '../../core/chain/hex';
import type { Hex } from '../../core/chain/primitives';
import type { BuildRun, CompiledContract } from '../../core/contract/build-output';
import { bestCreation, type CreationMatcher, creationMatcher } from '../../core/contract/creation-code';
import { type CodeIndex, type CodeMatch, createCodeIndex } from '../../core/contract/match-code';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { countArtifactsOf, readArtifacts, saveArtifacts } from '../../db/artifacts';
import { saveCompilation } from '../../db/compilations';
import { onTableChange } from '../../db/database';
import type { ArtifactRow } from '../../db/rows/artifact-row';
import type { ArtifactSourceRow } from '../../db/rows/artifact-source-row';
import { packText } from '../packing';

/** What is made of the artefacts once. */
type Prepared = {
  /** What it was made of. */
  rows: readonly ArtifactRow[];
  /** By runtime code. */
  code: CodeIndex<ArtifactRow>;
  /** Those with an ABI, and it. */
  described: readonly { artifact: ArtifactRow; index: AbiIndex }[];
  /** That of each in `described`. */
  abis: readonly AbiIndex[];
  /** Those with creation bytecode, the longest first. */
  creation: readonly Constructor[];
};

/** What creation bytecode tells of init code. `length` is that of the bytecode, bytes. */
type Constructor = { artifact: ArtifactRow; index: AbiIndex; length: number; matches: CreationMatcher };

/** An ABI that the reader gave for the code of a contract. */
export type GivenAbi = { name: string; abi: Abi; code: Hex; importedFrom: string };

export type Imported = {
  /** Digest of the file. */
  id: string;
  contracts: number;
  warnings: readonly string[];
  /** Whether the file is one that a tool keeps beside its artefacts, with nothing to import. */
  isCompanion: boolean;
};

/** Creation bytecode shorter than this could start any contract, so it has to be all of the init code. */
const SHORTEST_CREATION = 32;
const NO_BYTES = new Uint8Array(0);
const NO_ABIS: readonly AbiIndex[] = [];

export class Artifacts {
  #rows: Promise<readonly ArtifactRow[]> | undefined;
  #prepared: Prepared | undefined;
  /** Those that storage refused, newest first: they serve until the page closes. */
  #unkept: readonly ArtifactRow[] = [];

  constructor() {
    // Another tab may import build output, and a page may forget some.
    onTableChange('artifacts', () => (this.#rows = undefined));
  }

  /** Reads IndexedDB the first time; `ofInitCode` and `knownAbis` answer from it. */
  async prepare(): Promise<Prepared> {
    const loaded = await this.#load();
    if (this.#prepared?.rows !== loaded) this.#prepared = prepareRows(loaded);
    return this.#prepared;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#load()).length === 0;
  }

  /** The artefact whose creation bytecode `initCode` starts with, metadata aside, and how long that is. Undefined before `prepare`. */
  ofInitCode(initCode: Uint8Array): (Constructor & { match: CodeMatch }) | undefined {
    if (this.#prepared === undefined || this.#prepared.creation.length === 0) return undefined;
    const found = bestCreation(this.#prepared.creation, ({ matches }) => matches(initCode));
    return found && { ...found.candidate, match: found.match };
  }

  /** ABIs of all, for what no contract of a trace knows: errors of libraries, events of interfaces. Empty before `prepare`; another array once they changed. */
  knownAbis(): readonly AbiIndex[] {
    return this.#prepared?.abis ?? NO_ABIS;
  }

  /**
   * Keeps the contracts of a file of build output; a file that was imported before is not read again. `kind` says that
   * the contracts were verified here; it is absent for build output.
   */
  async import(fileName: string, bytes: Uint8Array, kind?: 'verified'): Promise<Result<Imported, Failure>> {
    const fileHash = await sha256(bytes);
    const known = await countArtifactsOf(fileHash);
    // A file that was imported before compiler runs were kept is read again for its run.
    const isOld = (await this.#load()).some((row) => row.id === `${fileHash}:0` && row.compilation === undefined);
    if (known > 0 && !isOld) return ok({ id: fileHash, contracts: known, warnings: [], isCompanion: false });
    const [{ parseBuildOutput }, { vyperImmutableBytes }] = await Promise.all([
      import('../../core/contract/build-output'),
      import('../../core/source/vyper/immutables'),
    ]);
    const parsed = parseBuildOutput(fileName, bytes, vyperImmutableBytes);
    if (!parsed.ok) return fail(failure('badAnswer', parsed.error));
    if (parsed.value.isCompanion) return ok({ id: fileHash, contracts: 0, warnings: [], isCompanion: true });
    const runIds = parsed.value.runs.map(({ id }, index) => id ?? `${fileHash}:${index}`);
    const { rows: found, sources } = rowsOf({ fileHash, fileName, kind }, parsed.value.contracts, runIds);
    for (const [index, run] of parsed.value.runs.entries()) await saveRun(runIds[index], run);
    await this.#keep(found, sources);
    return ok({ id: fileHash, contracts: found.length, warnings: parsed.value.warnings, isCompanion: false });
  }

  /**
   * Keeps an ABI that the reader gave for `code` of a chain, and returns the digest of the code. Verified contracts
   * take precedence over it.
   */
  async keepAbi({ name, abi, code, importedFrom }: GivenAbi): Promise<string> {
    const digest = await sha256(new TextEncoder().encode(code));
    const id = `${digest}:0`;
    const bytecode = { runtimeBytecode: code.slice(2), creationBytecode: '', holes: [] };
    const row: ArtifactRow = {
      id,
      name,
      fileName: '',
      importedFrom,
      importedAt: Date.now(),
      kind: 'abi',
      abi,
      ...bytecode,
    };
    await this.#keep([row], []);
    return digest;
  }

  #load(): Promise<readonly ArtifactRow[]> {
    this.#rows ??= readArtifacts().then((kept) => [...this.#unkept, ...kept]);
    return this.#rows;
  }

  async #keep(found: readonly ArtifactRow[], sources: readonly ArtifactSourceRow[]): Promise<void> {
    const kept = await saveArtifacts(found, sources);
    if (!kept) this.#unkept = [...found, ...this.#unkept];
    this.#rows = undefined;
  }
}

function prepareRows(rows: readonly ArtifactRow[]): Prepared {
  const indexed = rows.map((artifact) => ({ artifact, index: createAbiIndex(artifact.abi) }));
  const described = indexed.filter(({ artifact }) => artifact.abi.length > 0);
  return {
    rows,
    code: createIndexes(rows),
    described,
    abis: described.map(({ index }) => index),
    creation: indexed
      .map((one) => ({ ...one, bytes: parseHex(one.artifact.creationBytecode) ?? NO_BYTES }))
      .filter(({ bytes }) => bytes.length > 0)
      .sort((a, b) => b.bytes.length - a.bytes.length)
      .map(({ bytes, ...one }) => ({
        ...one,
        length: bytes.length,
        matches: wholeWhereShort(bytes.length, creationMatcher({ bytes, holes: [] })),
      })),
  };
}

function wholeWhereShort(length: number, matches: CreationMatcher): CreationMatcher {
  return length >= SHORTEST_CREATION
    ? matches
    : (initCode) => (initCode.length === length ? matches(initCode) : undefined);
}

/** By runtime code; an ABI that was only given counts where nothing was compiled. */
function createIndexes(rows: readonly ArtifactRow[]): CodeIndex<ArtifactRow> {
  const compiled = createCodeIndex(rows.filter(({ kind }) => kind !== 'abi'));
  const given = createCodeIndex(rows.filter(({ kind }) => kind === 'abi'));
  return { match: (code) => compiled.match(code) ?? given.match(code) };
}

/** Returns the digest by which a file is known, 64 hex digits. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return bytesToHex(new Uint8Array(digest)).slice(2);
}

/** Keeps a compiler run, or the half of it that there is. */
async function saveRun(id: string, { version, input, output }: BuildRun): Promise<void> {
  await saveCompilation({
    id,
    version,
    ...(input === undefined ? {} : { input: await packText(JSON.stringify(input)) }),
    ...(output === undefined ? {} : { output: await packText(JSON.stringify(output)) }),
  });
}

/** Rows of what a file gave. Contracts of one build share most of their sources, so each text is kept once. */
function rowsOf(
  { fileHash, fileName: importedFrom, kind }: { fileHash: string; fileName: string; kind: 'verified' | undefined },
  contracts: readonly CompiledContract[],
  runIds: readonly string[],
): { rows: ArtifactRow[]; sources: ArtifactSourceRow[] } {
  const importedAt = Date.now();
  const ids = new Map<string, string>();
  const idOf = (text: string) => {
    const id = ids.get(text) ?? `${fileHash}:${ids.size}`;
    ids.set(text, id);
    return id;
  };
  const rows = contracts.map(({ sources, run, ...contract }, index): ArtifactRow => {
    const texts = Object.entries(sources ?? {}).map(([path, text]) => [path, idOf(text)] as const);
    return {
      ...contract,
      id: `${fileHash}:${index}`,
      importedFrom,
      importedAt,
      ...(kind === undefined ? {} : { kind }),
      ...(texts.length === 0 ? {} : { sources: Object.fromEntries(texts) }),
      ...(run === undefined ? {} : { compilation: runIds[run] }),
    };
  });
  return { rows, sources: [...ids].map(([text, id]) => ({ id, text })) };
}
