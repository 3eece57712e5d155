/**
 * Who moved what to whom, as the rows of a trace tell: values of calls, and
 * the events of token standards (ERC-20, ERC-721, ERC-1155, and WETH9's
 * Deposit and Withdrawal, which stand for a mint and a burn).
 *
 * What a caught failure undid moved nothing and is left out. When the whole
 * transaction failed, what is left is what would have moved.
 */

import { bytesToAddress, bytesToHex, hexDigits } from '../chain/hex';
import type { Address } from '../chain/primitives';
import { SYSTEM_ADDRESS } from '../chain/system-address';
import { ZERO_ADDRESS } from '../chain/zero-address';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace } from './rows';

export type AssetStandard = 'native' | 'ERC-20' | 'ERC-721' | 'ERC-1155';

export type Transfer = {
  /** The call or event that says so. */
  row: RowIndex;
  standard: AssetStandard;
  /** Absent for the native currency. */
  token?: Address;
  /** Of an ERC-721 or ERC-1155. */
  tokenId?: bigint;
  /** The zero address where tokens are made. */
  from: Address;
  /** The zero address where tokens are destroyed. */
  to: Address;
  /** Wei, or the token's smallest unit; 1 for an ERC-721. */
  amount: bigint;
  /** Of WETH9's Deposit and Withdrawal, which other contracts use for other things: counts only where `token` is a token. */
  wrapping?: boolean;
  /** The event indexes nothing, so it does not say whether `amount` is one or the id of an item. */
  unclear?: boolean;
};

// keccak256 of Transfer(address,address,uint256), TransferSingle(address,address,address,uint256,uint256),
// TransferBatch(address,address,address,uint256[],uint256[]), Deposit(address,uint256), Withdrawal(address,uint256).
const TRANSFER = 0xddf252adn;
const TRANSFER_SINGLE = 0xc3d58168n;
const TRANSFER_BATCH = 0x4a39dc06n;
const DEPOSIT = 0xe1fffcc4n;
const WITHDRAWAL = 0x7fcf532cn;
const TOPICS: Readonly<Record<string, bigint>> = {
  ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef: TRANSFER,
  c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62: TRANSFER_SINGLE,
  '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb': TRANSFER_BATCH,
  e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c: DEPOSIT,
  '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65': WITHDRAWAL,
};
/** Items of one batch that are read; a batch of more is no transfer anybody could make. */
const MAX_ITEMS = 10_000;

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
  for (let row = 0; row < rows.length; row++) {
    if ((rows.flags[row] & RowFlag.caught) !== 0) {
      row = rows.subtreeEnd[row] - 1;
      continue;
    }
    if (rows.kind[row] === RowKind.log) readLog(trace, rowIndex(row), transfers);
    else {
      readValue(trace, rowIndex(row), transfers);
      burnt.follow(rowIndex(row), transfers);
    }
  }
  burnt.finish(transfers);
  if (!transfers.some(({ wrapping }) => wrapping)) return transfers;
  const transferred = new Set(transfers.flatMap((each) => (each.wrapping ? [] : movementOf(trace, each))));
  return transfers.filter((each) => !(each.wrapping && transferred.has(movementOf(trace, each))));
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
  /** What contracts that end hold, with the row of their end. */
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
  const { rows, payload, addresses } = trace;
  const topics = rows.outputStart[row];
  if (topics === 0 || topics > 4) return;
  const bytes = payload.subarray(rows.inputStart[row], rows.inputStart[row] + rows.inputLength[row]);
  const event = TOPICS[hexDigits(bytes, 0, 32)];
  if (event === undefined) return;
  const token = addresses[rows.from[row]];
  if (token === SYSTEM_ADDRESS) return; // of ether that a frame's value tells of already (EIP-7708)
  const topic = (at: number) => bytes.subarray(at * 32, at * 32 + 32);
  const data = bytes.subarray(topics * 32);
  if (event === TRANSFER && topics === 3 && data.length >= 32) {
    const amount = word(data, 0);
    into.push({ row, standard: 'ERC-20', token, from: address(topic(1)), to: address(topic(2)), amount });
  } else if (event === TRANSFER && topics === 4) {
    const tokenId = word(topic(3), 0);
    into.push({ row, standard: 'ERC-721', token, tokenId, from: address(topic(1)), to: address(topic(2)), amount: 1n });
  } else if (event === TRANSFER && topics === 1 && data.length === 96 && isAddress(data, 0) && isAddress(data, 1)) {
    const [from, to] = [address(data), address(data.subarray(32))];
    into.push({ row, standard: 'ERC-20', token, from, to, amount: word(data, 2), unclear: true });
  } else if (event === TRANSFER_SINGLE && topics === 4 && data.length >= 64) {
    const [from, to] = [address(topic(2)), address(topic(3))];
    into.push({ row, standard: 'ERC-1155', token, tokenId: word(data, 0), from, to, amount: word(data, 1) });
  } else if (event === TRANSFER_BATCH && topics === 4) {
    const ids = list(data, 0);
    const amounts = list(data, 1);
    if (ids.length !== amounts.length) return;
    const [from, to] = [address(topic(2)), address(topic(3))];
    ids.forEach((tokenId, at) => {
      into.push({ row, standard: 'ERC-1155', token, tokenId, from, to, amount: amounts[at] as bigint });
    });
  } else if ((event === DEPOSIT || event === WITHDRAWAL) && topics === 2 && data.length >= 32) {
    const account = address(topic(1));
    const [from, to] = event === DEPOSIT ? [ZERO_ADDRESS, account] : [account, ZERO_ADDRESS];
    into.push({ row, standard: 'ERC-20', token, from, to, amount: word(data, 0), wrapping: true });
  }
}

/** What a Deposit or Withdrawal says, and a Transfer of the same frame may say too: some wrappers emit both. */
function movementOf({ rows }: Trace, { row, token, from, to, amount }: Transfer): string {
  return `${rows.parent[row]} ${token} ${from} ${to} ${amount}`;
}

/** The words of a dynamic array whose offset is word `at` of the data; empty when the bytes are not there. */
function list(data: Uint8Array, at: number): bigint[] {
  if (data.length < 64) return [];
  const offset = Number(word(data, at));
  if (!Number.isSafeInteger(offset) || offset + 32 > data.length) return [];
  const length = Number(word(data.subarray(offset), 0));
  const start = offset + 32;
  if (!Number.isSafeInteger(length) || length > MAX_ITEMS || start + length * 32 > data.length) return [];
  return Array.from({ length }, (_, item) => word(data.subarray(start), item));
}

function isAddress(bytes: Uint8Array, at: number): boolean {
  return bytes.subarray(at * 32, at * 32 + 12).every((byte) => byte === 0);
}

function word(bytes: Uint8Array, at: number): bigint {
  return BigInt(bytesToHex(bytes.subarray(at * 32, at * 32 + 32)));
}

function address(topic: Uint8Array): Address {
  return bytesToAddress(topic.subarray(12, 32));
}

/** What of one asset an address has more or less afterwards. */
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
