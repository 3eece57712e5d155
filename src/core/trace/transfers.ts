/**
 * Who moved what to whom, as the rows of a trace tell: values of calls, and
 * the events of tokens, which `readLogTransfers` reads everywhere.
 *
 * What a caught failure undid moved nothing and is left out. When the whole
 * transaction failed, what is left is what would have moved.
 */

import { bytesToHash, bytesToHex } from '../chain/hex';
import type { Address } from '../chain/primitives';
import type { TokenStandard } from '../chain/token-standard';
import type { Log } from '../chain/transaction';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { malformedTransfer, readLogTransfers, TRANSFER_EVENTS } from '../tokens/token-transfers';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace, type TraceRows } from './rows';

export type AssetStandard = 'native' | TokenStandard;

export type Transfer = {
  /** The call or event that says so. */
  row: RowIndex;
  standard: AssetStandard;
  /** Absent for the native currency. */
  token?: Address;
  /** For tokens other than ERC-20: the id of the item. Absent for ERC-20 and the native currency. */
  tokenId?: bigint;
  /** The zero address where tokens are made. */
  from: Address;
  /** The zero address where tokens are destroyed. */
  to: Address;
  /** Wei, or the token's smallest unit; 1 for an ERC-721. */
  amount: bigint;
  /** The same as `wrapping` of LogTransfer. */
  wrapping?: boolean;
  /** The event indexes nothing, so it does not say whether `amount` is one or the id of an item. */
  unclear?: boolean;
};

/**
 * Contracts that a SELFDESTRUCT ends: those that the transaction made (from Cancun on, EIP-6780), every one (before),
 * or none whose ether is burnt with it (from Amsterdam on, EIP-8246).
 */
export type SelfdestructEnds = 'created' | 'all' | 'none';

/** Returns the transfers in the order they happened; ether that ends with a contract goes to the zero address. Linear in the rows. */
export function computeTransfers(trace: Trace, ends: SelfdestructEnds = 'created'): Transfer[] {
  const { rows } = trace;
  const transfers: Transfer[] = [];
  const burnt = new Burnt(trace, ends);
  visitKept(rows, (row) => {
    if (rows.kind[row] === RowKind.log) readLog(trace, row, transfers);
    else {
      readValue(trace, row, transfers);
      burnt.follow(row, transfers);
    }
  });
  burnt.finish(transfers);
  if (!transfers.some(({ wrapping }) => wrapping)) return transfers;
  const transferred = new Set(transfers.flatMap((each) => (each.wrapping ? [] : movementOf(trace, each))));
  return transfers.filter((each) => !(each.wrapping && transferred.has(movementOf(trace, each))));
}

/** Returns the logs that are transfers by their topics and cannot be read as such, with the reason that `malformedTransfer` gives. */
export function malformedTransfers(trace: Trace): { row: RowIndex; why: string }[] {
  const found: { row: RowIndex; why: string }[] = [];
  visitKept(trace.rows, (row) => {
    const log = transferLogAt(trace, row);
    const why = log && malformedTransfer(log);
    if (why !== undefined) found.push({ row, why });
  });
  return found;
}

/** Visits the rows in order, without what a caught failure undid. */
function visitKept(rows: TraceRows, visit: (row: RowIndex) => void): void {
  for (let row = 0; row < rows.length; row++) {
    if ((rows.flags[row] & RowFlag.caught) !== 0) row = rows.subtreeEnd[row] - 1;
    else visit(rowIndex(row));
  }
}

/** Returns the transfers with what is `unclear` decided: a contract of which `hasItems` is true moved the item of that id. */
export function settleItems(transfers: readonly Transfer[], hasItems: (token: Address) => boolean): Transfer[] {
  return transfers.map(({ unclear, ...transfer }) =>
    unclear && transfer.token !== undefined && hasItems(transfer.token)
      ? { ...transfer, standard: 'ERC-721', tokenId: transfer.amount, amount: 1n }
      : transfer,
  );
}

/** Ether of contracts that end: sent by them to themselves, or to them after their end. */
class Burnt {
  private readonly created = new Set<Address>();
  /** Balances of contracts that end, with the row of their end. */
  private readonly ending = new Map<Address, { row: RowIndex; held: bigint }>();

  constructor(
    private readonly trace: Trace,
    private readonly ends: SelfdestructEnds,
  ) {}

  /** Looks at a frame whose transfer, if it has one, is the last of `transfers`. */
  follow(row: RowIndex, transfers: Transfer[]): void {
    const { rows, addresses } = this.trace;
    const kind = rows.kind[row];
    const isCreate = kind === RowKind.create || kind === RowKind.create2;
    if (isCreate && rows.to[row] >= 0) this.created.add(addresses[rows.to[row]]);
    const last = transfers.at(-1);
    const moved = last?.row === row ? last : undefined;
    if (moved !== undefined && this.ending.size > 0) {
      this.add(moved.from, -moved.amount);
      this.add(moved.to, moved.amount);
    }
    if (kind !== RowKind.selfdestruct) return;
    const self = addresses[rows.from[row]];
    if (this.ends === 'none' || (this.ends === 'created' && !this.created.has(self))) return;
    this.ending.set(self, { row, held: 0n });
    // The rules take the balance away at once, and nobody has it.
    if (moved?.to === self) moved.to = ZERO_ADDRESS;
  }

  /** Contracts go when the transaction ends, and what they hold then with them. */
  finish(transfers: Transfer[]): void {
    for (const [from, { row, held }] of this.ending)
      if (held > 0n) transfers.push({ row, standard: 'native', from, to: ZERO_ADDRESS, amount: held });
  }

  private add(address: Address, amount: bigint): void {
    const account = this.ending.get(address);
    if (account !== undefined) account.held += amount;
  }
}

/** A frame that hands value on; delegated code only repeats its caller's. */
function readValue({ rows, words, addresses }: Trace, row: RowIndex, into: Transfer[]): void {
  const kind = rows.kind[row];
  const carries =
    kind === RowKind.call || kind === RowKind.create || kind === RowKind.create2 || kind === RowKind.selfdestruct;
  if (!carries || rows.value[row] < 0 || rows.to[row] < 0) return;
  const amount = BigInt(words[rows.value[row]]);
  if (amount === 0n) return;
  into.push({ row, standard: 'native', from: addresses[rows.from[row]], to: addresses[rows.to[row]], amount });
}

function readLog(trace: Trace, row: RowIndex, into: Transfer[]): void {
  const log = transferLogAt(trace, row);
  if (log !== undefined) for (const transfer of readLogTransfers(log)) into.push({ row, ...transfer });
}

/** The first four bytes of those events: most logs are none of them, and are passed over without making a text. */
const BEGINNINGS: ReadonlySet<number> = new Set(
  Array.from(TRANSFER_EVENTS, (topic) => Number.parseInt(topic.slice(2, 10), 16)),
);

/** The log of a row by whose first topic tokens move; undefined of all others. */
function transferLogAt(trace: Trace, row: RowIndex): Pick<Log, 'address' | 'topics' | 'data'> | undefined {
  const { rows, payload, addresses } = trace;
  const topics = rows.outputStart[row];
  if (rows.kind[row] !== RowKind.log || topics === 0 || topics > 4) return undefined;
  const start = rows.inputStart[row];
  const beginning =
    ((payload[start] << 24) | (payload[start + 1] << 16) | (payload[start + 2] << 8) | payload[start + 3]) >>> 0;
  if (!BEGINNINGS.has(beginning)) return undefined;
  const bytes = payload.subarray(start, start + rows.inputLength[row]);
  const topic = (at: number) => bytesToHash(bytes.subarray(at * 32, at * 32 + 32));
  if (!TRANSFER_EVENTS.has(topic(0))) return undefined;
  return {
    address: addresses[rows.from[row]],
    topics: Array.from({ length: topics }, (_, at) => topic(at)),
    data: bytesToHex(bytes.subarray(topics * 32)),
  };
}

/**
 * Returns a key that is equal for a Transfer and for another event of the same frame with the same content: some
 * contracts emit both.
 */
function movementOf({ rows }: Trace, { row, token, from, to }: Transfer): string {
  return `${rows.parent[row]} ${token} ${from} ${to}`;
}

/** By how much an address has more or less of one asset afterwards. */
export type NetChange = {
  address: Address;
  standard: AssetStandard;
  token?: Address;
  tokenId?: bigint;
  /** Smallest units, never zero; negative for what was given away. */
  amount: bigint;
};

/** Returns the net changes of each address, addresses in the order they first appear, those that end as they began left out. */
export function computeNetChanges(transfers: readonly Transfer[]): NetChange[] {
  const byAddress = new Map<Address, Map<string, NetChange>>();
  const add = (address: Address, transfer: Transfer, amount: bigint) => {
    if (address === ZERO_ADDRESS) return;
    const assets = byAddress.get(address) ?? new Map<string, NetChange>();
    byAddress.set(address, assets);
    const { standard, token, tokenId } = transfer;
    const key = `${standard} ${token ?? ''} ${tokenId ?? ''}`;
    const before = assets.get(key)?.amount ?? 0n;
    assets.set(key, {
      address,
      standard,
      ...(token === undefined ? {} : { token }),
      ...(tokenId === undefined ? {} : { tokenId }),
      amount: before + amount,
    });
  };
  for (const transfer of transfers) {
    add(transfer.from, transfer, -transfer.amount);
    add(transfer.to, transfer, transfer.amount);
  }
  return [...byAddress.values()].flatMap((assets) => [...assets.values()]).filter(({ amount }) => amount !== 0n);
}
