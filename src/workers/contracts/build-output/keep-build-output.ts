/** Build output as it is kept. Loaded when some is imported. */
import type { BuildRun, CompiledContract } from '../../../core/contract/build-output/build-output';
import { saveCompilation } from '../../../db/contracts/compilations';
import { isDatabaseLeftOut } from '../../../db/database';
import type { ArtifactRow } from '../../../db/rows/artifact-row';
import type { ArtifactSourceRow } from '../../../db/rows/artifact-source-row';
import { packText } from '../../packing';

/**
 * Keeps a compiler run, or the half of it that there is; false when storage refused. It is kept whole: the digest by which
 * a project's file names a verified contract is of all of it.
 */
export async function saveRun(id: string, { version, input, output }: BuildRun): Promise<boolean> {
  if (isDatabaseLeftOut()) return false;
  return await saveCompilation({
    id,
    version,
    ...(input === undefined ? {} : { input: await packText(JSON.stringify(input)) }),
    ...(output === undefined ? {} : { output: await packText(JSON.stringify(output)) }),
  });
}

/** Returns the rows of what a file gave. Contracts of one build share most of their sources, so each text is kept once. */
export function rowsOf(
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
