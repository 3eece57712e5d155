/**
 * Which blocks the index of a network has. The progress is changed in the transaction that writes or deletes their
 * entries.
 */
import type { InternalCall } from '../../core/chain/internal-call';
import type { NetworkId } from '../../core/chain/primitives';
import { countBlocks, cutSpan, type Span, spansWithin } from '../../core/chain/spans';
import type { TokenTransfer } from '../../core/tokens/token-transfers';
import { withDatabase, writeDatabase } from '../database';
import type { LoupeDatabase } from '../loupe-database';
import { giveAddressIds } from '../packed/address-ids';
import { changeLists, type EntryChange } from '../packed/change-lists';
import { listingOf, transfersOfBlocks } from '../packed/transfer-lists';
import {
  emptyProgress,
  fromIndexProgressRow,
  type IndexProgress,
  toIndexProgressRow,
} from '../rows/index-progress-row';
import { type BlockChange, RANGE_TABLES, recordBlockChanges } from '../storage/block-ranges';
import { callsOfBlocks, changeInternalCalls } from './internal-calls';
import { changesByHoldings, holdingChanges } from './token-balances';

/** The tables that a transaction must name to delete blocks from the index. */
export const INDEX_TABLES = ['indexProgress', 'packedLists', 'addressIds', 'blockSummaries', ...RANGE_TABLES] as const;

/** Bytes that a transfer takes in all lists and in balances, estimated like `SUMMARY_SIZE`. */
const TRANSFER_SIZE = 150;
/** Bytes that an internal transaction takes in all lists. */
const CALL_SIZE = 55;

/** Reads the progress of the index of a network; undefined where none was kept. Observable by live queries. */
export async function readIndexProgress(networkId: NetworkId): Promise<IndexProgress | undefined> {
  return fromIndexProgressRow(await withDatabase(undefined, (db) => db.indexProgress.get(networkId)));
}

/** Reads the progress of the indexes of all networks that have at least one block. Observable by live queries. */
export async function readIndexedNetworks(): Promise<readonly IndexProgress[]> {
  const rows = await withDatabase<unknown[]>([], (db) => db.indexProgress.toArray());
  const networks = rows.map(fromIndexProgressRow).filter((progress) => progress !== undefined);
  return networks.filter(({ blocks }) => blocks > 0);
}

/** Keeps the range of blocks that the index is to have; false when storage refused. */
export function saveIndexGoal(networkId: NetworkId, goal: { first: number; head: number }): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', 'indexProgress', () =>
      updateProgress(db, networkId, (progress) => ({ ...progress, ...goal })),
    ),
  );
}

export type IndexProblems = {
  [Field in 'blockProblem' | 'traceProblem' | 'callRate']: IndexProgress[Field] | undefined;
};

/** Keeps why blocks and internal transactions are missing, or come slowly; undefined where they do not. False when storage refused. */
export function saveIndexProblems(
  networkId: NetworkId,
  { blockProblem, traceProblem, callRate }: IndexProblems,
): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', 'indexProgress', () =>
      updateProgress(db, networkId, ({ blockProblem: _, traceProblem: __, callRate: ___, ...progress }) => ({
        ...progress,
        ...(blockProblem !== undefined && { blockProblem }),
        ...(traceProblem !== undefined && { traceProblem }),
        ...(callRate !== undefined && { callRate }),
      })),
    ),
  );
}

/** Changes the progress of a network. Call it within a transaction that writes `indexProgress`. */
export async function updateProgress(
  db: LoupeDatabase,
  networkId: NetworkId,
  change: (progress: IndexProgress) => IndexProgress,
): Promise<void> {
  const before = fromIndexProgressRow(await db.indexProgress.get(networkId)) ?? emptyProgress(networkId);
  await db.indexProgress.put(toIndexProgressRow(change(before)));
}

/**
 * Deletes blocks from the index: their transfers and internal transactions, what the transfers add to balances, and
 * their part of the progress. Call it within a transaction over `INDEX_TABLES`, before the summaries of the blocks are
 * deleted.
 */
export async function unindexBlocks(db: LoupeDatabase, networkId: NetworkId, span: Span): Promise<void> {
  const removed = await forgetBlocks(db, networkId, span);
  await recordBlockChanges(
    db,
    'lists',
    networkId,
    [...removed.transfers.map((row) => sizeOfTransfer(row, -1)), ...removed.calls.map((row) => sizeOfCall(row, -1))],
    undefined,
  );
}

/** Deletes an evicted range of blocks from the index, `end` not included. The caller changes the sizes of the range. */
export async function unindexRange(db: LoupeDatabase, networkId: number, first: number, end: number): Promise<void> {
  await forgetBlocks(db, networkId as NetworkId, { first, last: end - 1 });
}

/** Returns the change of the size of a range when a transfer is written (`sign` 1) or deleted (`sign` -1). */
export function sizeOfTransfer({ blockNumber }: TokenTransfer, sign: 1 | -1): BlockChange {
  return { blockNumber, records: 0, bytes: sign * TRANSFER_SIZE };
}

/** Returns the change of the size of a range when an internal transaction is written (`sign` 1) or deleted (`sign` -1). */
export function sizeOfCall({ blockNumber }: InternalCall, sign: 1 | -1): BlockChange {
  return { blockNumber, records: 0, bytes: sign * CALL_SIZE };
}

/**
 * Writes transfers into their lists and balances (`sign` 1), or deletes them (`sign` -1). Call it within a transaction
 * over `INDEX_TABLES`. `others` are changes of other lists that are made at the same time: lists of an address share
 * leaves, and each leaf is written once.
 */
export async function changeTransfers(
  db: LoupeDatabase,
  networkId: NetworkId,
  transfers: readonly TokenTransfer[],
  sign: 1 | -1,
  others: readonly EntryChange[] = [],
): Promise<void> {
  if (transfers.length === 0) return changeLists(db, others);
  const idOf = await giveAddressIds(
    db,
    transfers.flatMap(({ token, from, to }) => [token, from, to]),
  );
  const { changes, moved } = holdingChanges(networkId, transfers, idOf, sign);
  const listed = transfers.flatMap((transfer) => listingOf(networkId, transfer, idOf, sign));
  await changeLists(db, [...others, ...listed, ...changes]);
  await changeLists(db, changesByHoldings(networkId, moved));
}

/** The transfers and internal transactions that were deleted. */
type Forgotten = { transfers: readonly TokenTransfer[]; calls: readonly InternalCall[] };

async function forgetBlocks(db: LoupeDatabase, networkId: NetworkId, span: Span): Promise<Forgotten> {
  const transfers = await transfersOfBlocks(db, networkId, span.first, span.last + 1);
  await changeTransfers(db, networkId, transfers, -1);
  const calls = await callsOfBlocks(db, networkId, span.first, span.last + 1);
  await changeInternalCalls(db, networkId, calls, -1);
  const progress = fromIndexProgressRow(await db.indexProgress.get(networkId));
  const gone = spansWithin(progress?.spans ?? [], span);
  if (progress === undefined || gone.length === 0) return { transfers, calls };
  const erc20 = transfers.filter(({ standard }) => standard === 'ERC-20').length;
  await db.indexProgress.put(
    toIndexProgressRow({
      ...progress,
      spans: cutSpan(progress.spans, span),
      ...(progress.traced && { traced: cutSpan(progress.traced, span) }),
      blocks: progress.blocks - countBlocks(gone),
      transactions: progress.transactions - (await countTransactions(db, networkId, gone)),
      erc20Transfers: progress.erc20Transfers - erc20,
      nftTransfers: progress.nftTransfers - (transfers.length - erc20),
    }),
  );
  return { transfers, calls };
}

async function countTransactions(db: LoupeDatabase, networkId: NetworkId, spans: readonly Span[]): Promise<number> {
  let sum = 0;
  for (const { first, last } of spans) {
    await db.blockSummaries
      .where('[networkId+number]')
      .between([networkId, first], [networkId, last], true, true)
      .each(({ transactionCount }) => {
        sum += transactionCount;
      });
  }
  return sum;
}
