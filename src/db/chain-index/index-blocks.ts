/**
 * Writes whole blocks into all lists of the index of a chain, and deletes them. Every write changes the progress in the
 * same transaction, so that an indexer that ends between two writes neither loses nor repeats anything.
 */

import type { BlockCalls } from '../../core/chain/internal-call';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { addSpan } from '../../core/chain/spans';
import type { BlockSummary } from '../../core/chain/summaries';
import type { TokenTransfer } from '../../core/tokens/token-transfers';
import { assert } from '../../core/values/assert';
import { HEIGHT_TABLES, settleHeightsOfAll } from '../chain/block-heights';
import type { ListedTransaction } from '../chain/save-block';
import { putRows, removeSummaries } from '../chain/transaction-summaries';
import { withDatabase, writeDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import type { EntryChange } from '../packed/change-lists';
import { readPreference } from '../reader/preferences';
import { RANGED_KINDS } from '../rows/block-range-row';
import { toBlockSummaryRow } from '../rows/block-summary-row';
import { parseTransactionSummaryRow } from '../rows/stored-summary';
import { ActivityRole, type Party, PENDING_BLOCK, toTransactionSummaryRow } from '../rows/transaction-summary-row';
import { recordBlockChanges } from '../storage/block-ranges';
import { estimateSize } from '../storage/estimate-size';
import { readTotals } from '../storage/storage-totals';
import {
  changeTransfers,
  INDEX_TABLES,
  sizeOfCall,
  sizeOfTransfer,
  unindexBlocks,
  updateProgress,
} from './index-progress';
import { changeInternalCalls } from './internal-calls';
import { transferParties } from './transfer-parties';

/** A block with all that lists show of it. */
export type IndexedBlock = {
  summary: BlockSummary;
  transactions: readonly ListedTransaction[];
  transfers: readonly TokenTransfer[];
  /** Absent where the block was not traced. */
  calls?: BlockCalls;
};

const TABLES = [...new Set([...HEIGHT_TABLES, ...INDEX_TABLES])];
/**
 * The share of the budget that blocks and lists take before the index is full: the share that `eviction.ts` grants
 * them, less room for the next blocks.
 */
const FULL = 0.45;

/** Returns whether blocks and lists take so much that older blocks would be evicted soon after they are written. */
export async function isIndexFull(): Promise<boolean> {
  const budget = await readPreference('storageBudget');
  const totals = await withDatabase(undefined, readTotals);
  const bytes = RANGED_KINDS.reduce((sum, kind) => sum + (totals?.get(kind)?.bytes ?? 0), 0);
  return bytes > budget * FULL;
}

/**
 * Writes consecutive blocks into the index; false when storage refused. Idempotent: replaces what the index had of
 * these heights, and deletes from the lists what contradicts the hash of a block or of its parent.
 */
export function saveIndexedBlocks(networkId: NetworkId, blocks: readonly IndexedBlock[]): Promise<boolean> {
  const ascending = blocks.toSorted((a, b) => a.summary.number - b.summary.number);
  const first = ascending[0]?.summary.number;
  const last = ascending.at(-1)?.summary.number;
  if (first === undefined || last === undefined) return Promise.resolve(true);
  assert(isChain(ascending), 'blocks that are written together follow one another');
  // Blocks count as used when they were mined, so that the oldest are evicted first.
  const usedAt = Math.min((ascending.at(-1)?.summary.timestamp ?? 0) * 1_000, Date.now());
  return writeDatabase((db) =>
    db.transaction('rw', TABLES, async () => {
      await unindexBlocks(db, networkId, { first, last });
      const summaries = ascending.map(({ summary }) => summary);
      await putBlockSummaries(db, networkId, summaries, usedAt);
      const listed = ascending.flatMap(({ transactions, calls }) =>
        transactions.map(({ summary, logs }, at) =>
          toTransactionSummaryRow(summary, withCalled(transferParties(logs), calls?.called.get(at))),
        ),
      );
      await removePending(db, networkId, new Set(listed.map(({ hash }) => hash)));
      const activity = await putRows(db, networkId, listed, usedAt);
      const transfers = ascending.flatMap((block) => block.transfers);
      const erc20 = transfers.filter(({ standard }) => standard === 'ERC-20').length;
      await putTransfers(db, networkId, transfers, activity);
      const isTraced = ascending.every(({ calls }) => calls !== undefined);
      await putCalls(
        db,
        networkId,
        ascending.flatMap(({ calls }) => calls?.calls ?? []),
      );
      await updateProgress(db, networkId, (progress) => ({
        ...progress,
        spans: addSpan(progress.spans, { first, last }),
        ...(isTraced && { traced: addSpan(progress.traced ?? [], { first, last }) }),
        blocks: progress.blocks + ascending.length,
        transactions: progress.transactions + listed.length,
        erc20Transfers: progress.erc20Transfers + erc20,
        nftTransfers: progress.nftTransfers + transfers.length - erc20,
      }));
    }),
  );
}

/**
 * Deletes all blocks above `number` from the index and the lists; -1 stands for all blocks of the network. Records by
 * hash (blocks, transactions, traces) stay. False when storage refused.
 */
export function deleteBlocksAbove(networkId: NetworkId, number: number): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', TABLES, async () => {
      const above = await db.blockSummaries
        .where('[networkId+number]')
        .between([networkId, number + 1], [networkId, Number.POSITIVE_INFINITY])
        .toArray();
      await unindexBlocks(db, networkId, { first: number + 1, last: PENDING_BLOCK - 1 });
      await db.blockSummaries.bulkDelete(above.map((row): [number, number] => [networkId, row.number]));
      const changes = above.map((row) => ({ blockNumber: row.number, records: 0, bytes: -estimateSize(row) }));
      await recordBlockChanges(db, 'blocks', networkId, changes, undefined);
      const rows = await db.transactionSummaries
        .where('[networkId+blockNumber+index]')
        .between([networkId, number + 1, 0], [networkId, PENDING_BLOCK, 0], true, false)
        .toArray();
      await removeSummaries(
        db,
        networkId,
        rows.map(parseTransactionSummaryRow).filter((row) => row !== undefined),
      );
    }),
  );
}

/** Writes the summaries of consecutive blocks, in ascending order. */
async function putBlockSummaries(
  db: LoupeDatabase,
  networkId: NetworkId,
  summaries: readonly BlockSummary[],
  usedAt: number,
): Promise<void> {
  const rows = summaries.map(toBlockSummaryRow);
  const kept = new Map((await settleHeightsOfAll(db, rows)).map((row) => [row.number, estimateSize(row)]));
  await db.blockSummaries.bulkPut(rows);
  const changes = rows.map((row) => ({
    blockNumber: row.number,
    records: 0,
    bytes: estimateSize(row) - (kept.get(row.number) ?? 0),
  }));
  await recordBlockChanges(db, 'blocks', networkId, changes, usedAt);
}

async function putTransfers(
  db: LoupeDatabase,
  networkId: NetworkId,
  transfers: readonly TokenTransfer[],
  activity: readonly EntryChange[],
): Promise<void> {
  await changeTransfers(db, networkId, transfers, 1, activity);
  await recordBlockChanges(
    db,
    'lists',
    networkId,
    transfers.map((transfer) => sizeOfTransfer(transfer, 1)),
    undefined,
  );
}

async function putCalls(db: LoupeDatabase, networkId: NetworkId, calls: BlockCalls['calls']): Promise<void> {
  await changeInternalCalls(db, networkId, calls, 1);
  await recordBlockChanges(
    db,
    'lists',
    networkId,
    calls.map((call) => sizeOfCall(call, 1)),
    undefined,
  );
}

/** The parties of a transaction, with the addresses that are called inside it. */
function withCalled(parties: readonly Party[], called: readonly Address[] = []): readonly Party[] {
  const roles = new Map<Address, number>(parties.map((party) => [party.address, party.roles]));
  for (const address of called) roles.set(address, (roles.get(address) ?? 0) | ActivityRole.called);
  return [...roles].map(([address, bits]) => ({ address, roles: bits }));
}

/** Deletes transactions that are mined now from the pending ones. */
async function removePending(db: LoupeDatabase, networkId: NetworkId, mined: ReadonlySet<string>): Promise<void> {
  const pending = await db.transactionSummaries
    .where('[networkId+blockNumber+index]')
    .between([networkId, PENDING_BLOCK, 0], [networkId, PENDING_BLOCK, Number.POSITIVE_INFINITY])
    .toArray();
  const rows = pending.map(parseTransactionSummaryRow).filter((row) => row !== undefined && mined.has(row.hash));
  await removeSummaries(
    db,
    networkId,
    rows.filter((row) => row !== undefined),
  );
}

/** Whether each block is the child of the one before. */
function isChain(ascending: readonly IndexedBlock[]): boolean {
  return ascending.every(({ summary: { number, parentHash } }, at) => {
    const parent = ascending[at - 1]?.summary;
    return parent === undefined || (parent.number === number - 1 && parent.hash === parentHash);
  });
}
