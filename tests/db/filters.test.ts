/** Filters of lists of transactions: what they leave out, and that pages go on behind it. */
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import type { Selector } from '../../src/core/chain/primitives';
import type { TransactionSummary } from '../../src/core/chain/summaries';
import {
  type AddressFilter,
  readTransactionSummaries,
  readTransactionsOfAddress,
  saveCalledAddresses,
} from '../../src/db/chain/transaction-summaries';
import { saveIndexedBlocks } from '../../src/db/chain-index/index-blocks';
import { readTokenTransfers, type TransferFilter } from '../../src/db/chain-index/token-transfers';
import { closeDatabase, DATABASE_NAME } from '../../src/db/database';
import { deleteDatabase } from '../helpers/database-dump';
import { address, blockSummary, hash, network } from './records';

const [alice, bob] = [address('a'), address('b')];
const COUNT = 450;
/** More than a filter reads at once. */
const SOME = 230;

/** Every tenth fails, every other one goes from bob to alice. */
function summaryOf(index: number): TransactionSummary {
  const isBack = index % 2 === 1;
  return {
    networkId: network,
    hash: `0x${index.toString(16).padStart(64, '0')}` as TransactionSummary['hash'],
    from: isBack ? bob : alice,
    to: isBack ? alice : bob,
    value: 1n,
    selector: `0x0000000${index % 3}` as Selector,
    gas: 21_000,
    gasUsed: 21_000,
    blockHash: hash('e'),
    blockNumber: 12,
    index,
    timestamp: 1_700_000_000,
    status: index % 10 === 0 ? 'failed' : 'success',
  };
}

afterEach(async () => {
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

/** The indexes of all pages. */
async function allOf(
  read: (cursor: string | undefined) => Promise<{ rows: readonly TransactionSummary[]; next?: string }>,
) {
  const found: (number | undefined)[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    found.push(...page.rows.map(({ index }) => index));
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

test('each filter leaves out what it says, over all pages', async () => {
  const all = Array.from({ length: COUNT }, (_, index) => summaryOf(index));
  await saveIndexedBlocks(network, [
    {
      summary: { ...blockSummary, transactionCount: COUNT },
      transactions: all.map((summary) => ({ summary, logs: [] })),
      transfers: [],
    },
  ]);
  const wanted = (keep: (index: number) => boolean) =>
    all.flatMap(({ index }) => (index !== undefined && keep(index) ? [index] : [])).reverse();
  const listed = (filter: AddressFilter) =>
    allOf((cursor) => readTransactionSummaries(network, { cursor, limit: 20, filter }));
  const ofAlice = (filter: AddressFilter) =>
    allOf(async (cursor) => {
      const { rows, ...next } = await readTransactionsOfAddress(network, alice, { cursor, limit: 20, filter });
      return { rows: rows.map(({ summary }) => summary), ...next };
    });
  for (const read of [listed, ofAlice]) {
    expect(await read({})).toEqual(wanted(() => true));
    expect(await read({ status: 'failed' })).toEqual(wanted((index) => index % 10 === 0));
    expect(await read({ selector: '0x00000002' as Selector })).toEqual(wanted((index) => index % 3 === 2));
    expect(await read({ since: 1_700_000_001 })).toEqual([]);
    expect(await read({ since: 1_700_000_000 })).toHaveLength(COUNT);
  }
  expect(await ofAlice({ direction: 'in' })).toEqual(wanted((index) => index % 2 === 1));
  expect(await ofAlice({ direction: 'out', status: 'failed' })).toEqual(wanted((index) => index % 10 === 0));
  expect(await ofAlice({ direction: 'self' })).toEqual([]);
  expect(await ofAlice({ part: 'internal' })).toEqual([]);
  expect(await ofAlice({ part: 'direct' })).toHaveLength(COUNT);
});

test('an address that an event names is called by nothing: its transaction is no internal one until a trace calls it', async () => {
  const carol = address('c');
  const summary = summaryOf(0);
  const word = (of: string) => `0x${of.slice(2).padStart(64, '0')}` as TransactionSummary['hash'];
  // Transfer(address,address,uint256) of ERC-20.
  const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' as TransactionSummary['hash'];
  const log = { address: bob, topics: [topic, word(bob), word(carol)], data: word('0x1'), logIndex: 0 };
  await saveIndexedBlocks(network, [
    {
      summary: { ...blockSummary, transactionCount: 1 },
      transactions: [{ summary, logs: [log] }],
      transfers: [],
    },
  ]);
  const listed = async (part: AddressFilter['part']) =>
    (await readTransactionsOfAddress(network, carol, { limit: 20, filter: { ...(part && { part }) } })).rows.length;
  expect([await listed('all'), await listed('direct'), await listed('internal')]).toEqual([1, 0, 0]);
  await saveCalledAddresses({ networkId: network, hash: summary.hash, blockNumber: 12, index: 0 }, [carol]);
  expect([await listed('all'), await listed('direct'), await listed('internal')]).toEqual([1, 0, 1]);
});

test('transfers of an address: each filter leaves out what it says, over all pages', async () => {
  const tokens = [address('d'), address('e')] as const;
  const transactions = Array.from({ length: SOME }, (_, index) => summaryOf(index));
  await saveIndexedBlocks(network, [
    {
      summary: { ...blockSummary, transactionCount: SOME },
      transactions: transactions.map((summary) => ({ summary, logs: [] })),
      transfers: transactions.map(({ from, to }, at) => ({
        token: tokens[at % 3 === 0 ? 0 : 1],
        standard: 'ERC-20' as const,
        from,
        to: at % 50 === 0 ? from : (to ?? bob),
        amount: at % 5 === 0 ? 0n : 1n,
        blockNumber: 12,
        position: at,
        transactionIndex: at,
      })),
    },
  ]);
  const ofAlice = async (filter: TransferFilter) => {
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const list = { of: 'address', address: alice, kind: 'erc20' } as const;
      const page = await readTokenTransfers(network, list, { cursor, limit: 100, filter });
      expect(page.rows.length).toBeLessThanOrEqual(100);
      found.push(...page.rows.map(({ transfer }) => transfer.position));
      cursor = page.next;
    } while (cursor !== undefined);
    return found;
  };
  const wanted = (keep: (index: number) => boolean) =>
    transactions
      .map((_, at) => at)
      .filter(keep)
      .reverse();
  // Even ones are from alice; of those every fiftieth is to herself, too.
  expect(await ofAlice({})).toEqual(wanted(() => true));
  expect(await ofAlice({ amount: 'some' })).toEqual(wanted((at) => at % 5 !== 0));
  expect(await ofAlice({ token: tokens[0] })).toEqual(wanted((at) => at % 3 === 0));
  expect(await ofAlice({ direction: 'self' })).toEqual(wanted((at) => at % 50 === 0));
  expect(await ofAlice({ direction: 'out' })).toEqual(wanted((at) => at % 2 === 0 && at % 50 !== 0));
  expect(await ofAlice({ direction: 'in', amount: 'some' })).toEqual(wanted((at) => at % 2 === 1 && at % 5 !== 0));
  expect(await ofAlice({ since: 1_700_000_001 })).toEqual([]);
});
