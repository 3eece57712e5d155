/** Packed lists against lists that are kept plainly: whatever is written, read back, page by page and counted. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import type { Hex } from '../../src/core/chain/primitives';
import { closeDatabase, DATABASE_NAME, withDatabase, writeDatabase } from '../../src/db/database';
import type { LoupeDatabase } from '../../src/db/loupe-database';
import { changeLists, put, remove } from '../../src/db/packed/change-lists';
import { packLeaf, unpackLeaf } from '../../src/db/packed/leaf';
import { type ListName, listNames, placeOrder, readPlace } from '../../src/db/packed/list-names';
import { countEntries, readEntries, readLastEntries, readPayloads } from '../../src/db/packed/packed-lists';
import { packSummary, unpackSummary } from '../../src/db/packed/packed-summary';
import { PackedReader, packDescending, packInteger, packSigned } from '../../src/db/packed/packed-text';
import { PENDING_BLOCK } from '../../src/db/rows/transaction-summary-row';
import { deleteDatabase } from '../helpers/database-dump';
import { randomFrom } from '../helpers/generated-chain';
import { address, hash, network } from './records';

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const write = (work: (db: LoupeDatabase) => Promise<unknown>) =>
  writeDatabase((db) => db.transaction('rw', db.packedLists, () => work(db)));
const read = <T>(work: (db: LoupeDatabase) => Promise<T>) => withDatabase<T | undefined>(undefined, work);

describe('numbers as packed text', () => {
  const integers = [0n, 1n, 255n, 256n, 65_535n, 65_536n, 2n ** 53n - 1n, 2n ** 64n, 2n ** 256n - 1n, 2n ** 300n];

  test('are read as they were written, and are in their order, or the reverse', () => {
    for (const value of integers) {
      expect(new PackedReader(packInteger(value)).bigint()).toBe(value);
      expect(new PackedReader(packDescending(value)).descending()).toBe(value);
      for (const signed of [value, -value]) expect(new PackedReader(packSigned(signed)).signed()).toBe(signed);
    }
    const texts = integers.map(packInteger);
    expect(texts.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(texts);
    const descending = integers.map(packDescending);
    expect(descending.toSorted((a, b) => (a > b ? -1 : 1))).toEqual(descending);
  });

  test('read as nothing where they are cut', () => {
    for (const value of integers.slice(1)) {
      expect(new PackedReader(packInteger(value).slice(0, -1)).bigint()).toBeUndefined();
      expect(new PackedReader(packDescending(value).slice(0, -1)).descendingNumber()).toBeUndefined();
    }
    expect(new PackedReader('').signed()).toBeUndefined();
    expect(new PackedReader('ab').id()).toBeUndefined();
  });

  test('places are the newest first, pending ones before all', () => {
    const places = [
      { blockNumber: PENDING_BLOCK, index: 2 ** 48 - 1 },
      { blockNumber: PENDING_BLOCK, index: 0 },
      { blockNumber: 70_000, index: 1 },
      { blockNumber: 256, index: 20_000 },
      { blockNumber: 255, index: 0 },
      { blockNumber: 0, index: 0 },
    ];
    const orders = places.map(placeOrder);
    expect(orders.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(orders);
    expect(orders.map((order) => readPlace(order))).toEqual(places);
  });
});

test('a leaf is read as it was written, and of one that is cut what comes before the cut', () => {
  const entries = ['', 'a', 'ab', 'ab\xff', 'b'.repeat(255)].map((order, at) => ({ order, payload: 'x'.repeat(at) }));
  const packed = packLeaf(entries);
  expect(unpackLeaf(packed)).toEqual(entries);
  for (let length = 0; length < packed.length; length++) {
    const left = unpackLeaf(packed.slice(0, length));
    expect(left).toEqual(entries.slice(0, left.length));
  }
});

test('a summary is read as it was written, whatever it lacks, and not at all where it is cut', () => {
  const least = { hash: hash('1'), from: address('a'), value: 0n, gas: 21_000, others: [] };
  const most = {
    ...least,
    blockHash: hash('2'),
    timestamp: 1_700_000_000,
    to: address('b'),
    contractAddress: address('c'),
    selector: '0xa9059cbb',
    gasUsed: 0,
    fee: 10n ** 20n,
    status: 'failed',
    revertData: '0x08c379a0',
    pseudo: 12,
    others: [{ address: address('d'), roles: 24 }],
  } as unknown as Parameters<typeof packSummary>[0];
  // The gas limit of a chain that has none: 2^64 - 1, rounded.
  const unlimited = { ...least, gas: Number(2n ** 64n - 1n) };
  const failed = [null, `0x${'ab'.repeat(2_047)}` as Hex].map((revertData) => ({ ...most, revertData }));
  const many = [least, most, unlimited, { ...least, revertData: null }, ...failed];
  for (const summary of many) expect(unpackSummary(packSummary(summary))).toEqual(summary);
  const packed = packSummary(most);
  for (let length = 0; length < packed.length; length++) {
    const cut = unpackSummary(packed.slice(0, length));
    // Only between two of the others a cut cannot be seen.
    expect(cut === undefined || cut.others.length < most.others.length).toBe(true);
  }
});

test('lists are what was written to them, in any order and any number', async () => {
  const random = randomFrom(7);
  const below = (end: number) => Math.floor(random() * end);
  // Lists of one address, which share leaves, and one of another.
  const lists = [
    listNames.activity(network, 1),
    listNames.transfersOfToken(network, 1),
    listNames.transfersOfAddress(network, 1, 'nft'),
    listNames.activity(network, 2),
  ] as const;
  const plain = new Map(lists.map((list): [ListName, Map<string, string>] => [list, new Map()]));
  for (let round = 0; round < 30; round++) {
    const changes = Array.from({ length: below(300) }, () => {
      const list = lists[below(4)] ?? lists[0];
      const order = placeOrder({ blockNumber: below(400), index: below(3) });
      const payload = random() < 0.6 ? String(round) : null;
      if (payload === null) plain.get(list)?.delete(order);
      else plain.get(list)?.set(order, payload);
      return payload === null ? remove(list, order) : put(list, order, payload);
    });
    expect(await write((db) => changeLists(db, changes))).toBe(true);
    for (const list of lists) {
      const expected = [...(plain.get(list) ?? [])]
        .map(([order, payload]) => ({ order, payload }))
        .sort((a, b) => (a.order < b.order ? -1 : 1));
      expect(await read((db) => readEntries(db, list, { limit: 5_000 }))).toEqual(expected);
      expect(await read((db) => countEntries(db, list))).toBe(expected.length);
      const at = below(expected.length + 1);
      const after = expected[at - 1]?.order;
      expect(await read((db) => readEntries(db, list, { after, limit: 9 }))).toEqual(expected.slice(at, at + 9));
      const { order, payload } = expected[at] ?? { order: 'none', payload: undefined };
      expect(await read((db) => readPayloads(db, list, [order]))).toEqual([payload]);
      const last = await read((db) => readLastEntries(db, list, 5));
      expect(last).toEqual(expected.toReversed().slice(0, last?.length));
      expect(last?.length).toBeGreaterThanOrEqual(Math.min(1, expected.length));
    }
  }
  const all = lists.flatMap((list) => [...(plain.get(list)?.keys() ?? [])].map((order) => remove(list, order)));
  await write((db) => changeLists(db, all));
  expect(await read((db) => db.packedLists.count())).toBe(0);
});

test('parts of a list are read and counted apart, wherever its leaves are divided', async () => {
  const list = listNames.holdersOfItems(network, 1);
  const items = [0n, 1n, 255n, 256n, 2n ** 255n];
  const orders = items.flatMap((id) =>
    Array.from({ length: 90 }, (_, at) => packInteger(id) + packDescending(BigInt(at) * 1_000n)),
  );
  await write((db) =>
    changeLists(
      db,
      orders.map((order) => put(list, order)),
    ),
  );
  for (const id of items) {
    const prefix = packInteger(id);
    const own = orders.filter((order) => order.startsWith(prefix)).toSorted((a, b) => (a < b ? -1 : 1));
    expect(await read((db) => countEntries(db, list, { prefix }))).toBe(90);
    const found = await read((db) => readEntries(db, list, { prefix, limit: 100 }));
    expect(found?.map(({ order }) => order)).toEqual(own);
    const behind = await read((db) => readEntries(db, list, { prefix, after: own[80], limit: 100 }));
    expect(behind?.map(({ order }) => order)).toEqual(own.slice(81));
  }
});

test('pages of a list of which most was removed have each entry once', async () => {
  const list = listNames.activity(network, 1);
  const orders = Array.from({ length: 700 }, (_, at) => placeOrder({ blockNumber: at, index: 0 })).sort();
  await write((db) =>
    changeLists(
      db,
      orders.map((order) => put(list, order)),
    ),
  );
  const kept = orders.filter((_, at) => at % 20 === 0);
  await write((db) =>
    changeLists(
      db,
      orders.filter((_, at) => at % 20 !== 0).map((order) => remove(list, order)),
    ),
  );
  for (const [after, limit] of [
    [undefined, 30],
    [kept[3], 30],
    [kept[3], 100],
  ] as const) {
    const found = await read((db) => readEntries(db, list, { after, limit }));
    const start = after === undefined ? 0 : 4;
    expect(found?.map(({ order }) => order)).toEqual(kept.slice(start, start + limit));
  }
});
