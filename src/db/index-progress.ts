/** Which blocks the index of a network has. Changes are part of a write to what it has of them. */
import type { InternalCall } from '../core/chain/internal-call';
import type { NetworkId } from '../core/chain/primitives';
import { countBlocks, cutSpan, highestMissing, type Span, spansWithin } from '../core/chain/spans';
import type { TokenTransfer } from '../core/tokens/token-transfers';
import { type BlockChange, RANGE_TABLES, recordBlockChanges } from './block-ranges';
import { withDatabase, writeDatabase } from './database';
import { callsOfBlocks, changeInternalCalls } from './internal-calls';
import type { LoupeDatabase } from './loupe-database';
import { giveAddressIds } from './packed/address-ids';
import { changeLists, type EntryChange } from './packed/change-lists';
import { listingOf, transfersOfBlocks } from './packed/transfer-lists';
import { emptyProgress, fromIndexProgressRow, type IndexProgress, toIndexProgressRow } from './rows/index-progress-row';
import { changesByHoldings, holdingChanges } from './token-balances';

/** The tables that a transaction must name to take blocks out of the index. */
export const INDEX_TABLES = ['indexProgress', 'packedLists', 'addressIds', 'blockSummaries', ...RANGE_TABLES] as const;

/** Bytes of a transfer in all lists, and of what is summed of it, estimated as `SUMMARY_SIZE` is. */
const TRANSFER_SIZE = 150;
/** The same of an internal transaction. */
const CALL_SIZE = 55;

/** What the index has of the network; undefined where it never had anything. Observable by live queries. */
export async function readIndexProgress(networkId: NetworkId): Promise<IndexProgress | undefined> {
  return fromIndexProgressRow(await withDatabase(undefined, (db) => db.indexProgress.get(networkId)));
}

/** What the indexes of all networks have; those without a block are left out. Observable by live queries. */
export async function readIndexedNetworks(): Promise<readonly IndexProgress[]> {
  const rows = await withDatabase<unknown[]>([], (db) => db.indexProgress.toArray());
  const networks = rows.map(fromIndexProgressRow).filter((progress) => progress !== undefined);
  return networks.filter(({ blocks }) => blocks > 0);
}

/** Keeps which blocks the index is to have; false when storage refused. */
export function saveIndexGoal(networkId: NetworkId, goal: { first: number; head: number }): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', 'indexProgress', () =>
      updateProgress(db, networkId, ({ isAnew, ...progress }) => {
        const isWhole = highestMissing(progress.spans, { first: goal.first, last: goal.head }) === undefined;
        return { ...progress, ...goal, ...(isAnew && !isWhole && { isAnew }) };
      }),
    ),
  );
}

/** Keeps why calls inside of transactions are missing, undefined where none is. */
export function saveTraceProblem(networkId: NetworkId, problem: string | undefined): Promise<boolean> {
  return writeDatabase((db) =>
    db.transaction('rw', 'indexProgress', () =>
      updateProgress(db, networkId, ({ traceProblem: _, ...progress }) => ({
        ...progress,
        ...(problem !== undefined && { traceProblem: problem }),
      })),
    ),
  );
}

/** Changes the progress within a transaction that writes `indexProgress`. */
export async function updateProgress(
  db: LoupeDatabase,
  networkId: NetworkId,
  change: (progress: IndexProgress) => IndexProgress,
): Promise<void> {
  const before = fromIndexProgressRow(await db.indexProgress.get(networkId)) ?? emptyProgress(networkId);
  await db.indexProgress.put(toIndexProgressRow(change(before)));
}

/**
 * Takes blocks out of the index: their transfers, what these add to balances, and their part of the progress. Within a
 * transaction over `INDEX_TABLES`, and before their summaries are deleted.
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

/** The same for a range of blocks that is evicted, whose sizes the caller counts; `end` is not included. */
export async function unindexRange(db: LoupeDatabase, networkId: number, first: number, end: number): Promise<void> {
  await forgetBlocks(db, networkId as NetworkId, { first, last: end - 1 });
}

/** How much a transfer takes of its range, or gives back (`sign` -1). */
export function sizeOfTransfer({ blockNumber }: TokenTransfer, sign: 1 | -1): BlockChange {
  return { blockNumber, records: 0, bytes: sign * TRANSFER_SIZE };
}

/** The same of an internal transaction. */
export function sizeOfCall({ blockNumber }: InternalCall, sign: 1 | -1): BlockChange {
  return { blockNumber, records: 0, bytes: sign * CALL_SIZE };
}

/**
 * Writes transfers into their lists and sums (`sign` 1), or takes them out; within a transaction over `INDEX_TABLES`.
 * `others` are changes of other lists that are made with them: lists of an address share leaves, and a leaf is written
 * once.
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

/** What was in the lists of the blocks, and is not any more. */
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
