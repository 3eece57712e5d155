/** Contracts of build output the reader or the deployment imported. */
import { withDatabase, writeDatabase } from './database';
import type { ArtifactRow, ArtifactSourceRow } from './schema';

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

/** Keeps imported contracts and their source texts; false when storage refused. */
export function saveArtifacts(rows: readonly ArtifactRow[], sources: readonly ArtifactSourceRow[]): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', db.artifacts, db.artifactSources, async () => {
      await db.artifacts.bulkPut([...rows]);
      await db.artifactSources.bulkPut([...sources]);
    }),
  );
}

/** The source files of an imported contract, path to text. */
export function readArtifactSources({ sources = {} }: ArtifactRow): Promise<Readonly<Record<string, string>>> {
  return withDatabase<Readonly<Record<string, string>>>({}, async (db) => {
    const paths = Object.keys(sources);
    const rows = await db.artifactSources.bulkGet(Object.values(sources));
    return Object.fromEntries(paths.flatMap((path, index) => (rows[index] ? [[path, rows[index].text]] : [])));
  });
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
