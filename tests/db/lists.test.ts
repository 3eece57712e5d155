/** Lists: which transactions and blocks they have, in which order, page by page. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import type { Address, Hash } from '../../src/core/chain/primitives';
import { summarizeTransaction } from '../../src/core/chain/summaries';
import type { Log } from '../../src/core/chain/transaction';
import { readBlockByNumber, readBlockSummaries } from '../../src/db/chain/blocks';
import { saveBlock, saveBlocks } from '../../src/db/chain/save-block';
import { deleteTransaction, saveTransaction } from '../../src/db/chain/save-transaction';
import {
  readCreation,
  readEndsOfAddress,
  readTransactionSummaries,
  readTransactionsOfAddress,
  saveCalledAddresses,
} from '../../src/db/chain/transaction-summaries';
import { closeDatabase, DATABASE_NAME, writeDatabase } from '../../src/db/database';
import { giveAddressIds } from '../../src/db/packed/address-ids';
import { changeLists, put } from '../../src/db/packed/change-lists';
import { listNames, placeOrder } from '../../src/db/packed/list-names';
import type { KeptTransaction } from '../../src/db/rows/transaction-row';
import { ActivityRole } from '../../src/db/rows/transaction-summary-row';
import { countReadRows } from '../helpers/count-read-rows';
import { deleteDatabase } from '../helpers/database-dump';
import { listEntries } from '../helpers/list-entries';
import { address, blockRow, hash, network, transactionRow } from './records';

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

const alice = address('c');
const bob = address('d');

/** A number as a hash. */
function hashOf(number: number): Hash {
  return `0x${number.toString(16).padStart(64, '0')}` as Hash;
}

type At = { blockNumber: number; index: number; blockHash?: Hash };

function kept(
  name: number,
  at: At | undefined,
  change: { from?: Address; to?: Address; created?: Address } = {},
): KeptTransaction {
  const { transaction, receipt, ...rest } = transactionRow('1');
  const { blockHash: _, blockNumber: __, index: ___, ...pending } = transaction;
  const { from = address('a'), to = address('b'), created } = change;
  const own = { hash: hashOf(name), from, to };
  if (at === undefined || receipt === undefined) {
    return { ...rest, hash: own.hash, transaction: { ...pending, ...own } };
  }
  const place = { blockHash: hashOf(1_000_000 + at.blockNumber), ...at };
  return {
    ...rest,
    hash: own.hash,
    transaction: { ...pending, ...own, ...place },
    receipt: {
      ...receipt,
      transactionHash: own.hash,
      from,
      to,
      ...place,
      ...(created && { contractAddress: created }),
    },
  };
}

/** A block of the chain of `hashOf(1_000_000 + number)`, or of the fork whose hashes begin elsewhere. */
function keptBlock(number: number, base = 1_000_000, parentBase = base) {
  const own = { hash: hashOf(base + number), number };
  const block = { ...blockRow.block, ...own, parentHash: hashOf(parentBase + number - 1), timestamp: number * 12 };
  return { ...blockRow, ...own, block };
}

async function namesOf(whose: Address, limit = 10, cursor?: string) {
  const { rows, next } = await readTransactionsOfAddress(network, whose, { limit, cursor });
  return { names: rows.map(({ summary }) => Number(summary.hash)), next };
}

describe('the transactions of an address', () => {
  test('are those it sent, received or was created by, newest first, pending ones before all', async () => {
    await saveTransaction(kept(1, { blockNumber: 5, index: 3 }, { from: alice }), []);
    await saveTransaction(kept(2, { blockNumber: 9, index: 0 }, { to: alice }), []);
    await saveTransaction(kept(3, { blockNumber: 5, index: 7 }, { created: alice }), []);
    await saveTransaction(kept(4, { blockNumber: 8, index: 0 }), []);
    await saveTransaction(kept(5, undefined, { from: alice, to: alice }), []);
    const { rows, next } = await readTransactionsOfAddress(network, alice, { limit: 10 });
    expect(rows.map(({ summary, roles }) => [Number(summary.hash), roles])).toEqual([
      [5, ActivityRole.sent | ActivityRole.received],
      [2, ActivityRole.received],
      [3, ActivityRole.created],
      [1, ActivityRole.sent],
    ]);
    expect(next).toBeUndefined();
    expect(rows[0]?.summary.blockNumber).toBeUndefined();
    expect((await readTransactionsOfAddress(1 as typeof network, alice, { limit: 10 })).rows).toEqual([]);
  });

  test('are not those that failed to create it, though a node names its address', async () => {
    const created = kept(1, { blockNumber: 5, index: 3 }, { created: alice });
    const { receipt } = created;
    if (receipt === undefined) throw new Error('the record has a receipt');
    await saveTransaction({ ...created, receipt: { ...receipt, status: 'failed' } }, []);
    expect((await namesOf(alice)).names).toEqual([]);
    const [listed] = (await readTransactionSummaries(network, { limit: 5 })).rows;
    expect(listed?.contractAddress).toBeUndefined();
  });

  test('tell which one created it, also where it was paid before', async () => {
    await saveTransaction(kept(1, { blockNumber: 4, index: 0 }, { to: alice }), []);
    await saveTransaction(kept(2, { blockNumber: 5, index: 3 }, { created: alice }), []);
    await saveTransaction(kept(3, { blockNumber: 6, index: 0 }, { from: alice }), []);
    expect(Number((await readCreation(network, alice))?.hash)).toBe(2);
    expect(await readCreation(network, bob)).toBeUndefined();
  });

  test('have a first and a last one, which pending ones are not', async () => {
    await saveTransaction(kept(1, { blockNumber: 4, index: 1 }, { to: alice }), []);
    await saveTransaction(kept(2, { blockNumber: 4, index: 0 }, { from: bob }), []);
    await saveTransaction(kept(3, { blockNumber: 9, index: 0 }, { from: alice }), []);
    await saveTransaction(kept(4, undefined, { from: alice }), []);
    const { first, last } = await readEndsOfAddress(network, alice);
    expect([Number(first?.hash), Number(last?.hash)]).toEqual([1, 3]);
    expect(await readEndsOfAddress(network, address('e'))).toEqual({});
  });

  test('a page reads its own rows, not those of others', async () => {
    for (let name = 1; name <= 60; name++) {
      await saveTransaction(kept(name, { blockNumber: name, index: 0 }, name % 3 === 0 ? { from: alice } : {}), []);
    }
    const counter = countReadRows();
    expect((await namesOf(alice, 5)).names).toEqual([60, 57, 54, 51, 48]);
    // The number of the address, one leaf of its list, and what is shown of five.
    expect(counter.rows).toBe(7);
    counter.stop();
  });

  test('pages neither repeat nor lose a row while newer ones arrive', async () => {
    for (const name of [1, 2, 3, 4, 5]) {
      await saveTransaction(kept(name, { blockNumber: 10, index: name }, { from: alice }), []);
    }
    const first = await namesOf(alice, 2);
    expect(first.names).toEqual([5, 4]);
    await saveTransaction(kept(6, { blockNumber: 11, index: 0 }, { from: alice }), []);
    await saveTransaction(kept(7, { blockNumber: 10, index: 9 }, { from: alice }), []);
    const second = await namesOf(alice, 2, first.next);
    expect(second.names).toEqual([3, 2]);
    const third = await namesOf(alice, 2, second.next);
    expect(third).toEqual({ names: [1], next: undefined });
    expect((await namesOf(alice, 10)).names).toEqual([6, 7, 5, 4, 3, 2, 1]);
    // A cursor from a URL may be anything.
    expect((await namesOf(alice, 1, '<b>')).names).toEqual([6]);
    expect((await namesOf(alice, -3)).names).toEqual([6]);
  });

  test('have those in which it sends or receives a token, by the logs', async () => {
    const topic = (whose: Address) => `0x${'0'.repeat(24)}${whose.slice(2)}` as Hash;
    const log = (topics: readonly Hash[], words: number): Log => ({
      address: address('b'),
      topics,
      data: `0x${'0'.repeat(64 * words)}`,
      logIndex: 0,
    });
    const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' as Hash;
    const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62' as Hash;
    const logs = [
      log([transfer, topic(address('0')), topic(alice)], 1),
      log([single, topic(address('a')), topic(address('a')), topic(bob)], 2),
      log([hash('d'), topic(address('e')), topic(address('e'))], 1),
      log([transfer, hash('9'), hash('9')], 1),
      // Without its amount a log is no transfer.
      log([transfer, topic(address('e')), topic(address('e'))], 0),
      log([single, topic(address('e')), topic(address('e')), topic(address('e'))], 1),
    ];
    await saveTransaction(kept(1, { blockNumber: 5, index: 0 }), logs);
    for (const [whose, roles] of [
      [alice, ActivityRole.transferred],
      [bob, ActivityRole.transferred],
      [address('a'), ActivityRole.transferred | ActivityRole.sent],
    ] as const) {
      const { rows } = await readTransactionsOfAddress(network, whose, { limit: 5 });
      expect(rows.map((row) => row.roles)).toEqual([roles]);
    }
    expect((await namesOf(address('e'))).names).toEqual([]);
    expect((await namesOf(address('0'))).names).toEqual([]);
  });

  test('have those whose trace calls it, also after the transaction is saved again', async () => {
    const at = { blockNumber: 5, index: 0 };
    const one = kept(1, at);
    await saveTransaction(one, []);
    expect(await saveCalledAddresses({ networkId: network, hash: one.hash, ...at }, [alice])).toBe(true);
    await saveTransaction(one, []);
    expect((await namesOf(alice)).names).toEqual([1]);
    expect(await saveCalledAddresses({ networkId: network, hash: hashOf(2), ...at }, [bob])).toBe(false);
    expect((await namesOf(bob)).names).toEqual([]);
    // In another block it may call others.
    await saveTransaction(kept(1, { ...at, blockHash: hashOf(77) }), []);
    expect((await namesOf(alice)).names).toEqual([]);
    expect((await namesOf(address('a'))).names).toEqual([1]);
  });

  test('lose a transaction that is deleted, or that is in another place now', async () => {
    await saveTransaction(kept(1, undefined, { from: alice }), []);
    await saveTransaction(kept(2, { blockNumber: 5, index: 1 }, { from: alice }), []);
    await saveTransaction(kept(1, { blockNumber: 6, index: 0 }, { from: alice }), []);
    expect((await namesOf(alice)).names).toEqual([1, 2]);
    await saveTransaction(kept(2, { blockNumber: 7, index: 0 }, { from: alice }), []);
    expect((await namesOf(alice)).names).toEqual([2, 1]);
    await deleteTransaction({ networkId: network, hash: hashOf(2) });
    expect((await namesOf(alice)).names).toEqual([1]);
  });
});

describe('blocks', () => {
  test('are kept with the transactions in them, any number of times', async () => {
    const listed = [1, 2, 3].map((name) => {
      const { transaction, receipt } = kept(name, { blockNumber: 7, index: name - 1 }, { from: alice });
      return { summary: summarizeTransaction(transaction, receipt, 84), logs: [] };
    });
    const blocks = [{ kept: keptBlock(6) }, { kept: keptBlock(7), transactions: listed }];
    expect(await saveBlocks(network, blocks)).toBe(true);
    const content = () =>
      Promise.all([
        readBlockSummaries(network, { limit: 10 }),
        readTransactionSummaries(network, { limit: 10 }),
        readTransactionSummaries(network, { block: 7, limit: 10 }),
        namesOf(alice),
      ]);
    const before = await content();
    expect(before[0].rows.map(({ number }) => number)).toEqual([7, 6]);
    expect(before[1].rows).toEqual(listed.map(({ summary }) => summary).reverse());
    expect(before[2]).toEqual(before[1]);
    expect(before[3].names).toEqual([3, 2, 1]);
    expect(await saveBlocks(network, blocks)).toBe(true);
    expect(await content()).toEqual(before);
    expect((await readTransactionSummaries(network, { block: 6, limit: 10 })).rows).toEqual([]);
  });

  test('page from the newest down, also from a block', async () => {
    await saveBlocks(
      network,
      [1, 2, 3, 4, 5].map((number) => ({ kept: keptBlock(number) })),
    );
    const first = await readBlockSummaries(network, { limit: 2 });
    await saveBlock(keptBlock(6));
    const second = await readBlockSummaries(network, { limit: 2, cursor: first.next });
    expect([first, second].map(({ rows }) => rows.map(({ number }) => number))).toEqual([
      [5, 4],
      [3, 2],
    ]);
  });

  test('have at each place the transaction that was stated last, and nothing of the one before', async () => {
    for (const [name, from] of [
      [1, alice],
      [2, bob],
    ] as const) {
      const { transaction, receipt } = kept(name, { blockNumber: 7, index: 0 }, { from });
      await saveBlock(keptBlock(7), [{ summary: summarizeTransaction(transaction, receipt, 84), logs: [] }]);
    }
    expect((await namesOf(bob)).names).toEqual([2]);
    expect((await namesOf(address('b'))).names).toEqual([2]);
    expect(await listEntries()).toEqual({ a: 2 });
  });

  test('without receipts do not take away what a transaction is known to be', async () => {
    const one = kept(1, { blockNumber: 7, index: 0 });
    await saveTransaction(one, []);
    const summary = summarizeTransaction(one.transaction, undefined, 84);
    await saveBlock(keptBlock(7), [{ summary, logs: [] }]);
    const [listed] = (await readTransactionSummaries(network, { limit: 1 })).rows;
    expect(listed).toMatchObject({ status: 'success', gasUsed: 51_689, timestamp: 84 });
  });
});

describe('a block that another replaced', () => {
  const fork = 2_000_000;

  async function chain() {
    for (const number of [5, 6, 7, 8]) {
      await saveBlock(keptBlock(number));
      await saveTransaction(kept(number, { blockNumber: number, index: 0 }, { from: alice }), []);
    }
  }

  test('leaves the lists with its transactions, and so do the blocks on top of it', async () => {
    await chain();
    await saveBlock(keptBlock(6, fork, 1_000_000));
    expect((await readBlockByNumber(network, 6))?.hash).toBe(hashOf(fork + 6));
    const { rows } = await readBlockSummaries(network, { limit: 10 });
    expect(rows.map((block) => block.hash)).toEqual([hashOf(fork + 6), hashOf(1_000_000 + 5)]);
    expect((await namesOf(alice)).names).toEqual([5]);
  });

  test('is known by the block that follows, which has another parent', async () => {
    await chain();
    await saveBlock(keptBlock(7, fork));
    const { rows } = await readBlockSummaries(network, { limit: 10 });
    expect(rows.map((block) => block.hash)).toEqual([hashOf(fork + 7), hashOf(1_000_000 + 5)]);
    expect((await namesOf(alice)).names).toEqual([5]);
  });

  test('is known by a transaction that an endpoint states in another block', async () => {
    await chain();
    await saveTransaction(kept(90, { blockNumber: 7, index: 4, blockHash: hashOf(fork + 7) }, { from: alice }), []);
    expect((await namesOf(alice)).names).toEqual([90, 6, 5]);
    expect(await readBlockByNumber(network, 7)).toBeUndefined();
  });

  test('a trace file replaces nothing, and is listed where nothing is known', async () => {
    await chain();
    await saveBlock(keptBlock(6, fork), [], 'traceFile');
    const stated = { stated: 'traceFile' } as const;
    await saveTransaction(
      kept(91, { blockNumber: 7, index: 4, blockHash: hashOf(fork + 7) }, { from: alice }),
      [],
      stated,
    );
    await saveTransaction(kept(92, { blockNumber: 100, index: 0 }, { from: alice }), [], stated);
    expect((await namesOf(alice)).names).toEqual([92, 8, 7, 6, 5]);
    expect((await readBlockByNumber(network, 6))?.hash).toBe(hashOf(1_000_006));
  });
});

test('an address is listed only where the transaction at the place has to do with it', async () => {
  await saveTransaction(kept(1, { blockNumber: 5, index: 0 }), []);
  await writeDatabase((db) =>
    db.transaction('rw', db.packedLists, db.addressIds, async () => {
      const idOf = await giveAddressIds(db, [bob]);
      const place = placeOrder({ blockNumber: 5, index: 0 });
      const roles = String.fromCharCode(ActivityRole.sent);
      await changeLists(db, [put(listNames.activity(network, idOf(bob)), place, roles)]);
    }),
  );
  expect((await namesOf(bob)).names).toEqual([]);
});
