/** Texts of imported source files, as `saveArtifacts` keeps them. */
import { withDatabase } from '../../src/db/database';
import type { ArtifactRow } from '../../src/db/rows/artifact-row';

/** The source files of an imported contract, path to text. */
export function readArtifactSources({ sources = {} }: ArtifactRow): Promise<Readonly<Record<string, string>>> {
  return withDatabase<Readonly<Record<string, string>>>({}, async (db) => {
    const paths = Object.keys(sources);
    const rows = await db.artifactSources.bulkGet(Object.values(sources));
    return Object.fromEntries(
      paths.flatMap((path, index) => {
        const text = rows[index]?.text;
        return typeof text === 'string' ? [[path, text]] : [];
      }),
    );
  });
}
