/**
 * Upgrades to version 5: lists the blocks and transactions that are kept, and counts what can be evicted. The types
 * here are those of versions 1 to 4, and do not change when rows change later.
 *
 * Traces are not read: the ledger has their sizes. Blocks and transactions are read a few at a time. Transfers in logs
 * and calls in traces are not listed until their transaction is opened again.
 */
import type { Table, Transaction } from 'dexie';
import { estimateSize } from './estimate-size';

/** Rows in memory at once: a transaction may have a megabyte of calldata. */
const BATCH = 50;
const RANGE = 100;
const PENDING = Number.MAX_SAFE_INTEGER;
const ACTIVITY_SIZE = 143;
const NONE: Size = { records: 0, bytes: 0 };

type Size = { records: number; bytes: number };
type Range = { networkId: number; start: number; usedAt: number; blocks: Size; lists: Size };
type Use = { table: string; key: [number, string]; usedAt: number; size: number };
type Block = {
  networkId: number;
  hash: string;
  number: number;
  fetchedAt: number;
  block: {
    parentHash: string;
    timestamp: number;
    miner: string;
    gasUsed: number;
    gasLimit: number;
    baseFeePerGas?: bigint;
    transactions: string[];
  };
};
type Kept = {
  networkId: number;
  hash: string;
  fetchedAt: number;
  transaction: {
    from: string;
    to?: string;
    value: bigint;
    input: string;
    gas: number;
    blockHash?: string;
    blockNumber?: number;
    index?: number;
  };
  receipt?: { status?: string; gasUsed: number; effectiveGasPrice?: bigint; contractAddress?: string };
};

export async function listWhatIsKept(upgrading: Transaction): Promise<void> {
  const sizes = createSizes();
  const blockUses = await countUses(upgrading.table('uses'), sizes);
  const times = await listBlocks(upgrading, blockUses, sizes);
  await listTransactions(upgrading, times, sizes);
  await upgrading.table('storageTotals').bulkPut([...sizes.totals].map(([kind, total]) => ({ kind, ...total })));
  await upgrading.table('blockRanges').bulkPut([...sizes.ranges.values()]);
}

function createSizes() {
  const totals = new Map<string, Size>();
  const ranges = new Map<string, Range>();
  const add = (size: Size, bytes: number): Size => ({ records: size.records + 1, bytes: size.bytes + bytes });
  return {
    totals,
    ranges,
    count(kind: string, bytes: number) {
      totals.set(kind, add(totals.get(kind) ?? NONE, bytes));
    },
    countAt(kind: 'blocks' | 'lists', networkId: number, number: number, bytes: number, usedAt: number) {
      const start = number - (number % RANGE);
      const key = `${networkId} ${start}`;
      const range = ranges.get(key) ?? { networkId, start, usedAt, blocks: NONE, lists: NONE };
      ranges.set(key, { ...range, usedAt: Math.max(usedAt, range.usedAt), [kind]: add(range[kind], bytes) });
      this.count(kind, bytes);
    },
  };
}

type Sizes = ReturnType<typeof createSizes>;

/**
 * Counts the records in the ledger, and deletes the entries of blocks, which are counted by ranges from now on. Returns
 * when each block was last used, by network and hash.
 */
async function countUses(uses: Table<Use>, sizes: Sizes): Promise<ReadonlyMap<string, number>> {
  const blockUses = new Map<string, number>();
  await uses.each(({ table, key, size, usedAt }) => {
    if (table === 'blocks') blockUses.set(key.join(' '), usedAt);
    else sizes.count(table, size);
  });
  await uses.where('[table+usedAt]').between(['blocks', 0], ['blocks', Number.POSITIVE_INFINITY]).delete();
  return blockUses;
}

/**
 * Lists blocks by number. Of several blocks at one height, lists the one that was fetched last. Returns the timestamp
 * of each block, by network and hash.
 */
async function listBlocks(
  upgrading: Transaction,
  uses: ReadonlyMap<string, number>,
  sizes: Sizes,
): Promise<ReadonlyMap<string, number>> {
  const summaries: Table = upgrading.table('blockSummaries');
  const times = new Map<string, number>();
  const heights = new Map<string, { fetchedAt: number; bytes: number }>();
  await eachRow<Block>(upgrading.table('blocks'), async (row) => {
    const { networkId, hash, number, fetchedAt, block } = row;
    if (!Array.isArray(block?.transactions) || typeof number !== 'number') return;
    times.set(`${networkId} ${hash}`, block.timestamp);
    const height = heights.get(`${networkId} ${number}`);
    const isNewest = height === undefined || height.fetchedAt < fetchedAt;
    const { parentHash, timestamp, miner, gasUsed, gasLimit, baseFeePerGas } = block;
    const summary = {
      networkId,
      number,
      hash,
      parentHash,
      timestamp,
      miner,
      transactionCount: block.transactions.length,
      gasUsed,
      gasLimit,
      ...(baseFeePerGas === undefined ? {} : { baseFeePerGas }),
    };
    const bytes = isNewest ? estimateSize(summary) : 0;
    if (isNewest) {
      await summaries.put(summary);
      heights.set(`${networkId} ${number}`, { fetchedAt, bytes });
    }
    const change = estimateSize(row) + bytes - (isNewest ? (height?.bytes ?? 0) : 0);
    sizes.countAt('blocks', networkId, number, change, uses.get(`${networkId} ${hash}`) ?? fetchedAt);
  });
  return times;
}

async function listTransactions(
  upgrading: Transaction,
  times: ReadonlyMap<string, number>,
  sizes: Sizes,
): Promise<void> {
  const [blocks, summaries, activity]: Table[] = ['blockSummaries', 'transactionSummaries', 'addressActivity'].map(
    (name) => upgrading.table(name),
  ) as [Table, Table, Table];
  await eachRow<Kept>(upgrading.table('transactions'), async (row) => {
    const { networkId, transaction, fetchedAt } = row;
    if (typeof transaction?.from !== 'string') return;
    const summary = summaryOf(row, times.get(`${networkId} ${transaction.blockHash}`));
    const { blockNumber, index } = summary;
    const block = await blocks.get([networkId, blockNumber]);
    const isReplaced = block !== undefined && block.hash !== transaction.blockHash;
    if (isReplaced || (await summaries.get([networkId, blockNumber, index])) !== undefined) return;
    const parties = partiesOf(row);
    await summaries.put(summary);
    await activity.bulkPut([...parties].map(([address, roles]) => ({ networkId, address, blockNumber, index, roles })));
    sizes.countAt('lists', networkId, blockNumber, estimateSize(summary) + ACTIVITY_SIZE * parties.size, fetchedAt);
  });
}

function summaryOf({ networkId, hash, transaction, receipt }: Kept, timestamp: number | undefined) {
  const { from, to, value, input, gas, blockHash, blockNumber, index } = transaction;
  const isMined = blockNumber !== undefined && index !== undefined;
  const { status, gasUsed, effectiveGasPrice: price, contractAddress } = receipt ?? {};
  const fields = {
    blockHash,
    timestamp,
    to,
    contractAddress,
    selector: to !== undefined && input.length >= 10 ? input.slice(0, 10) : undefined,
    gasUsed,
    fee: price === undefined || gasUsed === undefined ? undefined : price * BigInt(gasUsed),
    status,
  };
  return {
    networkId,
    blockNumber: isMined ? blockNumber : PENDING,
    index: isMined ? index : Number.parseInt(hash.slice(2, 14), 16),
    hash,
    from,
    value,
    gas,
    ...Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)),
    others: [],
  };
}

/** Sender, receiver and created contract, with the bits 1, 2 and 4. */
function partiesOf({ transaction: { from, to }, receipt }: Kept): ReadonlyMap<string, number> {
  const parties = new Map([[from, 1]]);
  if (to !== undefined) parties.set(to, (parties.get(to) ?? 0) | 2);
  const created = receipt?.contractAddress;
  if (created !== undefined) parties.set(created, (parties.get(created) ?? 0) | 4);
  return parties;
}

async function eachRow<Row>(table: Table<Row>, work: (row: Row) => Promise<void>): Promise<void> {
  const keys = await table.toCollection().primaryKeys();
  for (let at = 0; at < keys.length; at += BATCH) {
    for (const row of await table.bulkGet(keys.slice(at, at + BATCH))) if (row !== undefined) await work(row);
  }
}
