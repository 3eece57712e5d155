/** Writes for the code that follows a chain for watches: finds and the place that was reached, in one transaction. */
import type { NetworkId } from '../../core/chain/primitives';
import type { WatchId, WatchMatch } from '../../core/watch/watch';
import { writeDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { fromWatchProgressRow, type WatchMatchRow, type WatchProgress } from '../rows/watch-row';

/** The most finds that are kept of all watches. */
const MAX_MATCHES = 20_000;

type Place = {
  next: number;
  recent: readonly WatchProgress['recent'][number][];
  gaps: readonly WatchProgress['gaps'][number][];
};
type Found = {
  block: { number: number; hash: WatchMatchRow['blockHash'] };
  finds: readonly { watch: WatchId; match: WatchMatch }[];
};

/**
 * Keeps finds and the new place if the kept place is still `before`. Otherwise another tab went on, and nothing is
 * written. A kept find gets its new block and stays told. Finds of a watch that was deleted meanwhile are left out.
 * Returns whether it wrote.
 */
export function saveFinds(
  networkId: NetworkId,
  before: Place | undefined,
  place: Place,
  found: readonly Found[],
): Promise<boolean> {
  return writePlace(networkId, before, place, async (db) => {
    // Each find gets a later time than all before it, also where several are found in one millisecond.
    const newest = await db.watchMatches.orderBy('foundAt').last();
    let foundAt = Math.max(Date.now(), (newest?.foundAt ?? 0) + 1);
    const watches = new Set<string>(await db.watches.where({ networkId }).primaryKeys());
    for (const { block, finds } of found) {
      for (const { watch: watchId, match } of finds) {
        if (!watches.has(watchId)) continue;
        const known = await db.watchMatches.get([watchId, match.key]);
        const row = { ...match, watchId, networkId, blockHash: block.hash, isGone: false };
        await db.watchMatches.put(
          known === undefined
            ? { ...row, foundAt: foundAt++, told: 0 }
            : { ...known, blockNumber: match.blockNumber, blockHash: block.hash, isGone: false },
        );
      }
    }
    const tooMany = (await db.watchMatches.count()) - MAX_MATCHES;
    if (tooMany > 0) {
      await db.watchMatches.bulkDelete(await db.watchMatches.orderBy('foundAt').limit(tooMany).primaryKeys());
    }
  });
}

/**
 * Keeps the place to which the chain was followed back, and marks finds above `height` as gone. Returns whether it
 * wrote.
 */
export function dropFinds(networkId: NetworkId, before: Place, place: Place, height: number): Promise<boolean> {
  return writePlace(networkId, before, place, async (db) => {
    await db.watchMatches
      .where('[networkId+blockNumber]')
      .between([networkId, height], [networkId, Number.MAX_SAFE_INTEGER], false)
      .modify({ isGone: true });
  });
}

async function writePlace(
  networkId: NetworkId,
  before: Place | undefined,
  { next, recent, gaps }: Place,
  work: (db: LoupeDatabase) => Promise<void>,
): Promise<boolean> {
  let isOurs = false;
  const wrote = await writeDatabase((db) =>
    db.transaction('rw', db.watches, db.watchMatches, db.watchProgress, async () => {
      const now = fromWatchProgressRow(await db.watchProgress.get(networkId));
      isOurs = now?.next === before?.next && now?.recent.at(-1)?.hash === before?.recent.at(-1)?.hash;
      if (!isOurs) return;
      await work(db);
      await db.watchProgress.put({ networkId, next, recent: [...recent], gaps: [...gaps] });
    }),
  );
  return wrote && isOurs;
}
