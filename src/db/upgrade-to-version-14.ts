/**
 * Upgrades to version 14: moves the activity of addresses into packed lists. The rest of an index is deleted and read
 * from its chain again. The types here are those of version 13, and do not change when rows change later.
 *
 * Activity is sorted by address and place, so a leaf is complete when it has 48 entries or the next address begins.
 */
import type { Transaction } from 'dexie';

/** Rows in memory at once. */
const BATCH = 1_000;
/** Entries of a leaf. */
const ENTRIES = 48;
/** Bytes that are counted for a row and for each address that it involves. */
const SUMMARY_SIZE = 190;
const PARTY_SIZE = 35;

type Activity = { networkId: number; address: string; blockNumber: number; index: number; roles: number };
type ActivityKey = [number, string, number, number];
type Summary = {
  networkId: number;
  blockNumber: number;
  from?: unknown;
  to?: unknown;
  contractAddress?: unknown;
  revertData?: unknown;
  others?: unknown;
};
type SummaryKey = [number, number, number];
type Size = { records: number; bytes: number };
type Progress = { blocks: number };
type Range = { networkId: number; start: number; lists: Size };

export async function packLists(upgrading: Transaction): Promise<void> {
  await packActivity(upgrading);
  await countLists(upgrading);
  await upgrading
    .table<Progress>('indexProgress')
    .toCollection()
    .modify((progress) => {
      const nothing = { blocks: 0, transactions: 0, erc20Transfers: 0, nftTransfers: 0 };
      Object.assign(progress, nothing, { spans: [], ...(progress.blocks > 0 && { isAnew: true }) });
    });
}

async function packActivity(upgrading: Transaction): Promise<void> {
  const activity = upgrading.table<Activity, ActivityKey>('addressActivity');
  const leaves = upgrading.table('packedLists');
  const ids = upgrading.table('addressIds');
  const known = new Map<string, number>();
  let open: Activity[] = [];
  let isFirst = true;
  let last: ActivityKey | undefined;
  /**
   * Writes the open entries as a leaf. The leaf with the oldest entries of an address is the last of its list and has
   * no bound.
   */
  const close = async () => {
    const [oldest] = open;
    if (oldest === undefined) return;
    const { networkId, address } = oldest;
    let id = known.get(address);
    if (id === undefined) {
      id = Number(await ids.add({ address: bytesOf(digits(address)) }));
      known.set(address, id);
    }
    const number = String.fromCharCode(id >>> 24, (id >>> 16) & 255, (id >>> 8) & 255, id & 255);
    const name = `${integer(networkId)}${number}a`;
    const bound = isFirst ? '\xff' : orderOf(oldest);
    await leaves.put({ key: bytesOf(name + bound), entries: leafOf(open.toReversed()) });
    open = [];
    isFirst = false;
  };
  for (;;) {
    const rows: Activity[] = await (last === undefined ? activity.orderBy(':id') : activity.where(':id').above(last))
      .limit(BATCH)
      .toArray();
    for (const row of rows) {
      if (!/^0x[0-9a-f]{40}$/.test(row.address) || !(row.blockNumber >= 0) || !(row.index >= 0)) continue;
      const [before] = open;
      const isOther = before !== undefined && (before.address !== row.address || before.networkId !== row.networkId);
      if (isOther || open.length === ENTRIES) await close();
      if (isOther) isFirst = true;
      open.push(row);
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    last = [end.networkId, end.address, end.blockNumber, end.index];
  }
  await close();
}

/** Counts the sizes of lists by ranges of blocks again: without transfers, and with the sizes of packed rows. */
async function countLists(upgrading: Transaction): Promise<void> {
  const summaries = upgrading.table<Summary, SummaryKey>('transactionSummaries');
  const sizes = new Map<string, Size>();
  const total: Size = { records: 0, bytes: 0 };
  await summaries.each((row) => {
    const others = Array.isArray(row.others) ? row.others.map((party) => party?.address) : [];
    const parties = new Set([row.from, row.to, row.contractAddress, ...others].filter((each) => each !== undefined));
    const data = typeof row.revertData === 'string' ? row.revertData.length / 2 : 0;
    const bytes = Math.ceil(SUMMARY_SIZE + parties.size * PARTY_SIZE + data);
    const name = `${row.networkId} ${row.blockNumber - (row.blockNumber % 100)}`;
    const size = sizes.get(name) ?? { records: 0, bytes: 0 };
    size.records++;
    size.bytes += bytes;
    total.records++;
    total.bytes += bytes;
    sizes.set(name, size);
  });
  await upgrading
    .table<Range>('blockRanges')
    .toCollection()
    .modify((range) => {
      range.lists = sizes.get(`${range.networkId} ${range.start}`) ?? { records: 0, bytes: 0 };
    });
  await upgrading.table('storageTotals').put({ kind: 'lists', ...total });
}

function orderOf({ blockNumber, index }: Activity): string {
  return complement(integer(blockNumber)) + complement(integer(index));
}

function leafOf(entries: readonly Activity[]): string {
  let packed = '';
  let previous = '';
  for (const entry of entries) {
    const order = orderOf(entry);
    let shared = 0;
    while (shared < previous.length && shared < order.length && previous[shared] === order[shared]) shared++;
    packed += String.fromCharCode(shared, order.length - shared, 1) + order.slice(shared);
    packed += String.fromCharCode(Number(entry.roles) & 255);
    previous = order;
  }
  return packed;
}

function integer(value: number): string {
  const hex = value.toString(16);
  const bytes = digits(`0x${hex.length % 2 === 0 ? hex : `0${hex}`}`);
  return String.fromCharCode(bytes.length) + bytes;
}

function digits(hex: string): string {
  let bytes = '';
  for (let at = 2; at < hex.length; at += 2) bytes += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16));
  return bytes;
}

function complement(bytes: string): string {
  return Array.from(bytes, (character) => String.fromCharCode(255 - character.charCodeAt(0))).join('');
}

function bytesOf(packed: string): ArrayBuffer {
  return Uint8Array.from(packed, (character) => character.charCodeAt(0)).buffer;
}
