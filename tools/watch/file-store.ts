/** What `npm run watch` keeps, in a file beside its watches: written to another name first, so that a kill leaves one whole. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { CompiledWatch } from '../../src/core/watch/compile-watch';
import type { Finds, Progress, WatchStore } from '../../src/workers/watch/watch-store';

/** Finds that are known, with their height: those below the blocks that a reorganisation is followed to are forgotten. */
type Kept = { progress: Progress | undefined; known: Record<string, number> };

export type Line = { watch: string; what: string; blockNumber: number; blockHash: string; transactionHash?: string };

/** Creates a store of the watches; `tell` is called with each find once it is kept. Throws a sentence where the file is damaged. */
export function fileStore(path: string, watches: readonly CompiledWatch[], tell: (line: Line) => void): WatchStore {
  let kept = read(path);
  const names = new Map(watches.map(({ watch }) => [watch.id, watch.name]));
  const keep = (next: Kept) => {
    writeFileSync(`${path}.new`, JSON.stringify(next));
    renameSync(`${path}.new`, path);
    kept = next;
  };
  return {
    watches: async () => watches,
    progress: async () => kept.progress,
    async save(_, progress, found: readonly Finds[]) {
      const lowest = progress.recent[0]?.number ?? 0;
      const known = Object.fromEntries(Object.entries(kept.known).filter(([, height]) => height >= lowest));
      const lines: Line[] = [];
      for (const { block, finds } of found) {
        for (const { watch, match } of finds) {
          const key = `${watch} ${match.key}`;
          const isNew = known[key] === undefined;
          known[key] = block.number;
          const { what, transactionHash } = match;
          const line = { watch: names.get(watch) ?? '', what, blockNumber: block.number, blockHash: block.hash };
          if (isNew) lines.push({ ...line, ...(transactionHash && { transactionHash }) });
        }
      }
      // Told first: after a kill between the two a line comes twice, and none is missing.
      for (const line of lines) tell(line);
      keep({ progress, known });
      return true;
    },
    async drop(_, progress) {
      keep({ ...kept, progress });
      return true;
    },
  };
}

function read(path: string): Kept {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Kept;
    return { progress: kept.progress, known: kept.known ?? {} };
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return { progress: undefined, known: {} };
    // Beginning anew would leave blocks out without a word.
    throw new Error(
      `${path}: what was looked at cannot be read from it. Without the file it begins at the newest block.`,
    );
  }
}
