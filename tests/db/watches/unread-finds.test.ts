/** What watches found, until the reader looked at it. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import type { WatchId } from '../../../src/core/watch/watch';
import { closeDatabase, DATABASE_NAME, writeDatabase } from '../../../src/db/database';
import { readPreference } from '../../../src/db/reader/preferences';
import { countUnread, MAX_UNREAD, markSeen } from '../../../src/db/watches/unread-finds';
import { dropFinds, saveFinds } from '../../../src/db/watches/watch-writes';
import { deleteWatch, readMatches, readUntold, saveWatch } from '../../../src/db/watches/watches';
import { deleteDatabase } from '../../helpers/database-dump';

const network = 31337 as NetworkId;
const [FIRST, SECOND] = ['first', 'second'] as [WatchId, WatchId];
const blockHash = `0x${'b'.repeat(64)}` as Hash;
let next = 0;

beforeEach(async () => {
  next = 0;
  for (const id of [FIRST, SECOND]) {
    const scope = { of: 'network' } as const;
    const condition = { on: 'failed' } as const;
    await saveWatch({ id, name: id, networkId: network, scope, condition, isOn: true, notifies: false, createdAt: 1 });
  }
});
afterEach(async () => {
  vi.useRealTimers();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const place = (number: number) => ({ next: number, recent: [], gaps: [] });

/** A watch finds as many transactions in the next block. */
async function find(watch: WatchId, count = 1): Promise<void> {
  const blockNumber = next++;
  const finds = Array.from({ length: count }, (_, at) => {
    return { watch, match: { key: `${blockNumber} ${at}`, blockNumber, what: 'It failed' } };
  });
  const before = blockNumber === 0 ? undefined : place(blockNumber);
  expect(
    await saveFinds(network, before, place(next), [{ block: { number: blockNumber, hash: blockHash }, finds }]),
  ).toBe(true);
}

/** When the newest find of a watch was found. */
async function newestOf(watch: WatchId): Promise<number> {
  return (await readMatches(1, [watch]))[0]?.foundAt ?? 0;
}

test('of finds that the reader was not told of, the oldest are read first', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  await find(SECOND);
  vi.setSystemTime(1_001);
  await find(FIRST);
  expect((await readUntold(network, 1)).map(({ watchId }) => watchId)).toEqual([SECOND]);
  expect((await readUntold(network, 2)).map(({ watchId }) => watchId)).toEqual([SECOND, FIRST]);
});

test('finds count until the reader looked at their watch; finds of other watches still count', async () => {
  expect(await countUnread()).toBe(0);
  await find(FIRST, 2);
  await find(SECOND);
  expect(await countUnread()).toBe(3);
  expect(await markSeen([FIRST], await newestOf(FIRST))).toBe(true);
  expect(await countUnread()).toBe(1);
  await markSeen([SECOND], await newestOf(SECOND));
  expect(await countUnread()).toBe(0);
});

test('marking an earlier time as seen changes nothing, and later finds count', async () => {
  await find(FIRST, 3);
  const newest = await newestOf(FIRST);
  await markSeen([FIRST, SECOND], newest);
  await markSeen([FIRST], newest - 2);
  expect(await countUnread()).toBe(0);
  await find(FIRST);
  await markSeen([FIRST], newest);
  expect(await countUnread()).toBe(1);
});

test('the time up to which all watches were looked at is kept once', async () => {
  await find(FIRST);
  await markSeen([FIRST], 1_000);
  expect(await readPreference('findsSeen')).toEqual({ '': 0, [FIRST]: 1_000 });
  await markSeen([FIRST, SECOND], 2_000);
  expect(await readPreference('findsSeen')).toEqual({ '': 2_000 });
});

test('finds that a reorganisation took back, or whose watch was deleted, do not count', async () => {
  await find(FIRST);
  await find(SECOND, 4);
  await dropFinds(network, place(2), place(1), 0);
  expect(await countUnread()).toBe(1);
  // Also where the deleting left the find behind.
  await writeDatabase((db) => db.watches.delete(FIRST));
  expect(await countUnread()).toBe(0);
});

test('a watch that is deleted while its blocks are read finds nothing any more', async () => {
  await deleteWatch(FIRST);
  await find(FIRST);
  await find(SECOND);
  expect(await readMatches(10)).toMatchObject([{ watchId: SECOND }]);
  expect(await countUnread()).toBe(1);
});

test('counting stops at the largest number that is shown', async () => {
  await find(FIRST, MAX_UNREAD + 20);
  expect(await countUnread()).toBe(MAX_UNREAD);
});
