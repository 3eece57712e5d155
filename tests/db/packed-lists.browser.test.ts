/** Lists on the page follow what is written to packed lists, whose keys are bytes. */
import { expect, test } from 'vitest';
import type { NetworkId } from '../../src/core/chain/primitives';
import { readTokenTransfers } from '../../src/db/chain-index/token-transfers';
import { withDatabase, writeDatabase } from '../../src/db/database';
import { followQuery } from '../../src/db/follow-query';
import { changeLists, put } from '../../src/db/packed/change-lists';
import { listNames } from '../../src/db/packed/list-names';
import { readEntries } from '../../src/db/packed/packed-lists';

test('a list that was empty when it was read tells of its first entry, and of the next', async () => {
  const list = listNames.transfersOfKind(424_241 as NetworkId, 'erc20');
  const write = (order: string) =>
    writeDatabase((db) => db.transaction('rw', db.packedLists, () => changeLists(db, [put(list, order)])));
  const told: string[][] = [];
  const query = followQuery(() =>
    withDatabase<string[]>([], async (db) => (await readEntries(db, list, { limit: 20 })).map(({ order }) => order)),
  );
  const { unsubscribe } = query.subscribe((orders) => told.push(orders));
  await expect.poll(() => told.at(-1)).toEqual([]);
  await write('a');
  await expect.poll(() => told.at(-1)).toEqual(['a']);
  await write('b');
  await expect.poll(() => told.at(-1)).toEqual(['a', 'b']);
  unsubscribe();
});

test.each([
  ['one', 1],
  ['thousands', 5_000],
])('and of %s that a worker writes', async (_, count) => {
  const list = listNames.transfersOfKind(424_241 as NetworkId, 'erc20');
  const worker = new Worker(new URL('./packed-writer.ts', import.meta.url), { type: 'module' });
  let told = -1;
  const query = followQuery(() => withDatabase(0, async (db) => (await readEntries(db, list, { limit: 20 })).length));
  const { unsubscribe } = query.subscribe((found) => {
    told = found;
  });
  await expect.poll(() => told).toBeGreaterThanOrEqual(0);
  const before = told;
  const orders = Array.from({ length: count }, (_, at) => `${count}${String(at).padStart(6, '0')}`);
  await new Promise((resolve) => {
    worker.onmessage = resolve;
    worker.postMessage(orders);
  });
  await expect.poll(() => told).toBe(Math.min(20, before + count));
  unsubscribe();
  worker.terminate();
});

test('a query that awaits something else first tells of changes all the same', async () => {
  const worker = new Worker(new URL('./packed-writer.ts', import.meta.url), { type: 'module' });
  let answers = 0;
  const query = followQuery(() =>
    readTokenTransfers(424_241 as NetworkId, { of: 'kind', kind: 'erc20' }, { limit: 20 }),
  );
  const { unsubscribe } = query.subscribe(() => {
    answers++;
  });
  await expect.poll(() => answers).toBe(1);
  worker.postMessage(['first of another write']);
  await expect.poll(() => answers).toBeGreaterThan(1);
  unsubscribe();
  worker.terminate();
});
