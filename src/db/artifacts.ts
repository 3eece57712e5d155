/** Contracts of build output the reader or the deployment imported. */
import { withDatabase } from './database';
import type { ArtifactRow } from './schema';

/** All imported contracts, newest import first. */
export function readArtifacts(): Promise<readonly ArtifactRow[]> {
  return withDatabase<readonly ArtifactRow[]>([], async (db) => {
    const rows = await db.artifacts.toArray();
    return rows.sort((a, b) => b.importedAt - a.importedAt);
  });
}

/** How many contracts the file with this hash gave when it was imported; 0 when it was not. */
export function countArtifactsOf(fileHash: string): Promise<number> {
  return withDatabase(0, (db) => db.artifacts.where('id').startsWith(`${fileHash}:`).count());
}

/** Keeps imported contracts; false when storage refused. */
export function saveArtifacts(rows: readonly ArtifactRow[]): Promise<boolean> {
  return withDatabase(false, async (db) => {
    await db.artifacts.bulkPut([...rows]);
    return true;
  });
}

/** Drops what was imported from files of this name. */
export function deleteArtifactsOf(fileName: string): Promise<number> {
  return withDatabase(0, (db) => db.artifacts.where('fileName').equals(fileName).delete());
}
