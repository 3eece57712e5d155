/** Contracts of build output the reader or the deployment imported. */
import { withDatabase, writeDatabase } from './database';
import { type ArtifactRow, fromArtifactRow, toArtifactRow } from './rows/artifact-row';
import type { ArtifactSourceRow } from './rows/artifact-source-row';
import { readableRows } from './rows/fields';

/** All imported contracts, newest import first. */
export function readArtifacts(): Promise<readonly ArtifactRow[]> {
  return withDatabase<readonly ArtifactRow[]>([], async (db) => {
    const rows = await db.artifacts.toArray();
    return [...readableRows(rows, fromArtifactRow)].sort((a, b) => b.importedAt - a.importedAt);
  });
}

/** How many contracts the file with this hash gave when it was imported; 0 when it was not. */
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

/** Drops what was imported from files of this name; answers how many contracts that were. */
export function deleteArtifactsOf(importedFrom: string): Promise<number> {
  return withDatabase(0, (db) =>
    db.transaction('rw', db.artifacts, db.artifactSources, async () => {
      const rows = await db.artifacts.where('importedFrom').equals(importedFrom).toArray();
      await db.artifacts.bulkDelete(rows.map(({ id }) => id));
      await db.artifactSources.bulkDelete(rows.flatMap(({ sources = {} }) => Object.values(sources)));
      return rows.length;
    }),
  );
}
