/** Contracts of build output the reader or the deployment imported. */
import type { CarriedRun } from '../../core/projects/project-items';
import { withDatabase, writeDatabase } from '../database';
import { type ArtifactRow, fromArtifactRow, toArtifactRow } from '../rows/artifact-row';
import type { ArtifactSourceRow } from '../rows/artifact-source-row';
import { fromCompilationRow } from '../rows/compilation-row';
import { readableRows } from '../rows/fields';

/** Reads all imported contracts, newest import first. */
export function readArtifacts(): Promise<readonly ArtifactRow[]> {
  return withDatabase<readonly ArtifactRow[]>([], async (db) => {
    const rows = await db.artifacts.toArray();
    return [...readableRows(rows, fromArtifactRow)].sort((a, b) => b.importedAt - a.importedAt);
  });
}

/** Returns the number of contracts that were imported from the file with this hash; 0 when it was not imported. */
export function countArtifactsOf(fileHash: string): Promise<number> {
  return withDatabase(0, (db) => db.artifacts.where('id').startsWith(`${fileHash}:`).count());
}

/** Keeps imported contracts and their source texts; false when storage refused. */
export function saveArtifacts(rows: readonly ArtifactRow[], sources: readonly ArtifactSourceRow[]): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.artifacts, db.artifactSources, async () => {
      await db.artifacts.bulkPut(rows.map(toArtifactRow));
      await db.artifactSources.bulkPut(sources.map(({ id, text }) => ({ id, text })));
    }),
  );
}

/**
 * Deletes the contracts that were imported from files of this name, with their source texts; all but those of the file
 * with the digest `except`. Returns how many contracts were deleted.
 */
export function deleteArtifactsOf(importedFrom: string, except?: string): Promise<number> {
  return withDatabase(0, (db) =>
    db.transaction('rw', db.artifacts, db.artifactSources, db.projectItems, async () => {
      const all = await db.artifacts.where('importedFrom').equals(importedFrom).toArray();
      const rows = except === undefined ? all : all.filter(({ id }) => !id.startsWith(`${except}:`));
      await db.artifacts.bulkDelete(rows.map(({ id }) => id));
      const kept = new Set(
        all.filter((row) => !rows.includes(row)).flatMap(({ sources = {} }) => Object.values(sources)),
      );
      const dropped = rows.flatMap(({ sources = {} }) => Object.values(sources));
      await db.artifactSources.bulkDelete(dropped.filter((id) => !kept.has(id)));
      const files = new Set(rows.map(({ id }) => id.split(':')[0] ?? ''));
      await db.projectItems.bulkDelete([...files].map((file): [string, string] => ['verification', file]));
      return rows.length;
    }),
  );
}

/**
 * A private verification (a compiler run or an ABI) as lists show it. `id` is the digest of the file that it was
 * imported from.
 */
export type VerificationEntry = {
  id: string;
  /** The contract and where it was verified. Untrusted text. */
  name: string;
  compilerVersion: string | undefined;
  /** Number of source files of all its contracts. */
  files: number;
  /** Milliseconds since the epoch. */
  keptAt: number;
};

/** Reads the entry of an imported file; undefined where nothing of it is kept. */
export function readVerificationEntry(id: string): Promise<VerificationEntry | undefined> {
  return withDatabase<VerificationEntry | undefined>(undefined, async (db) => {
    const stored = await db.artifacts.where('id').startsWith(`${id}:`).toArray();
    const rows = readableRows<unknown, ArtifactRow>(stored, fromArtifactRow);
    const [first] = rows;
    if (first === undefined) return undefined;
    const files = new Set(rows.flatMap(({ sources }) => Object.keys(sources ?? {}))).size;
    return { id, name: first.importedFrom, compilerVersion: first.compilerVersion, files, keptAt: first.importedAt };
  });
}

/**
 * Reads the ABI that the reader gave for code, by the id of its verification; undefined where that is not kept or is
 * not an ABI.
 */
export async function readGivenAbi(id: string): Promise<ArtifactRow | undefined> {
  const row = fromArtifactRow(await withDatabase(undefined, (db) => db.artifacts.get(`${id}:0`)));
  return row?.kind === 'abi' ? row : undefined;
}

/** Reads the compiler run of an imported file, with its input and output; undefined where one of them is not kept. */
export function readRunOfFile(id: string): Promise<CarriedRun | undefined> {
  return withDatabase<CarriedRun | undefined>(undefined, async (db) => {
    const [artifact] = await db.artifacts.where('id').startsWith(`${id}:`).limit(1).toArray();
    const row = fromArtifactRow(artifact);
    const run = fromCompilationRow(await db.compilations.get(row?.compilation ?? ''));
    if (row === undefined || run?.input === undefined || run.output === undefined) return undefined;
    return { id, name: row.importedFrom, version: run.version, input: run.input, output: run.output };
  });
}
