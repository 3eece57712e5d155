/**
 * Imported build output: kept in IndexedDB, and indexed by code so that a
 * contract met on chain finds its artefact.
 */

import type { Abi } from 'viem';
import type { AbiIndex } from '../../../core/abi/abi-index';
import { bytesToHex } from '../../../core/chain/hex';
import type { Hex } from '../../../core/chain/primitives';
import type { BuildRun } from '../../../core/contract/build-output/build-output';
import type { CodeMatch } from '../../../core/contract/matching/match-code';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { askKept, onTableChange } from '../../../db/database';
import type { ArtifactRow } from '../../../db/rows/artifact-row';
import type { ArtifactSourceRow } from '../../../db/rows/artifact-source-row';
import type { Constructor, Prepared } from './prepare-artifacts';

/** An ABI that the reader gave for the code of a contract. */
export type GivenAbi = { name: string; abi: Abi; code: Hex; importedFrom: string };

export type Imported = {
  /** Digest of the file. */
  id: string;
  contracts: number;
  warnings: readonly string[];
  /** Whether the file is one that a tool keeps beside its artefacts, with nothing to import. */
  isCompanion: boolean;
  /** For a file of deployed contracts: how many contracts it names; it has none to import. */
  names?: number;
};

const loadRows = () => import('../../../db/contracts/artifacts');

const NO_ABIS: readonly AbiIndex[] = [];

export class Artifacts {
  #rows: Promise<readonly ArtifactRow[]> | undefined;
  #prepared: Prepared | undefined;
  /** Artefacts that storage refused, newest first: they serve until the page closes. */
  #unkept: readonly ArtifactRow[] = [];
  /** Compiler runs of the artefacts that storage refused, by id. */
  readonly unkeptRuns = new Map<string, BuildRun>();

  constructor() {
    // Another tab may import build output, and a page may forget some.
    onTableChange('artifacts', () => (this.#rows = undefined));
  }

  /** Reads IndexedDB the first time; `ofInitCode` and `knownAbis` answer from it. */
  async prepare(): Promise<Prepared> {
    const loaded = await this.#load();
    const { prepareArtifacts } = await import('./prepare-artifacts');
    if (this.#prepared?.rows !== loaded) this.#prepared = prepareArtifacts(loaded);
    return this.#prepared;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#load()).length === 0;
  }

  /** The artefact whose creation bytecode `initCode` starts with, metadata aside, and how long that is. Undefined before `prepare`. */
  ofInitCode(initCode: Uint8Array): (Constructor & { match: CodeMatch }) | undefined {
    return this.#prepared?.ofInitCode(initCode);
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
    const { countArtifactsOf } = await loadRows();
    const known = await countArtifactsOf(fileHash);
    // A file that was imported before compiler runs were kept is read again for its run.
    const isOld = (await this.#load()).some((row) => row.id === `${fileHash}:0` && row.compilation === undefined);
    if (known > 0 && !isOld) return ok({ id: fileHash, contracts: known, warnings: [], isCompanion: false });
    const [{ parseBuildOutput }, { rowsOf, saveRun }, { vyperImmutableBytes }] = await Promise.all([
      import('../../../core/contract/build-output/build-output'),
      import('./keep-build-output'),
      import('../../../core/source/vyper/immutables'),
    ]);
    const parsed = parseBuildOutput(fileName, bytes, vyperImmutableBytes);
    if (!parsed.ok) return fail(failure('badAnswer', parsed.error));
    if (parsed.value.isCompanion) return ok({ id: fileHash, contracts: 0, warnings: [], isCompanion: true });
    const runIds = parsed.value.runs.map(({ id }, index) => id ?? `${fileHash}:${index}`);
    const { rows: found, sources } = rowsOf({ fileHash, fileName, kind }, parsed.value.contracts, runIds);
    for (const [index, run] of parsed.value.runs.entries()) {
      const id = runIds[index];
      if (!(await saveRun(id, run))) this.unkeptRuns.set(id, joinedRuns(this.unkeptRuns.get(id), run));
    }
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
    this.#rows ??= askKept<readonly ArtifactRow[]>([], async () => (await loadRows()).readArtifacts()).then((kept) => [
      ...this.#unkept,
      ...kept,
    ]);
    return this.#rows;
  }

  async #keep(found: readonly ArtifactRow[], sources: readonly ArtifactSourceRow[]): Promise<void> {
    const { saveArtifacts } = await loadRows();
    const kept = await saveArtifacts(found, sources);
    if (!kept) this.#unkept = [...found, ...this.#unkept];
    this.#rows = undefined;
  }
}

/** A run and one half of it, or the other. */
function joinedRuns(known: BuildRun | undefined, half: BuildRun): BuildRun {
  return { ...known, ...half, version: half.version || known?.version || '' };
}

/** Returns the digest by which a file is known, 64 hex digits. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return bytesToHex(new Uint8Array(digest)).slice(2);
}
