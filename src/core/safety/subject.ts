/** What the rules of action safety look at: a trace, and what is known of the accounts in it. */

import { bytesToAddress, bytesToHex } from '../chain/hex';
import type { Address, Hex } from '../chain/primitives';
import { proxyInCode } from '../contract/proxies/proxy';
import { RowFlag, type RowIndex, RowKind, rowIndex, type Trace } from '../trace/rows';
import { computeTransfers, settleItems, type Transfer } from '../trace/transfers';

export type SafetySubject = {
  trace: Trace;
  sender: Address;
  /** Delegations that the transaction carries (EIP-7702), with whom they are of where that is known. */
  delegations: readonly { authority: Address | undefined; to: Address; chainId: bigint }[];
  /** The code of the account before, `0x` for none; undefined where nobody could be asked. */
  codeOf(address: Address): Hex | undefined;
  /** Whether the account had no code some 50,000 blocks before; undefined where that is not known. */
  isYoung(address: Address): boolean | undefined;
  /** Whether a token whose events index nothing has items, and no amounts. */
  hasItems(token: Address): boolean;
  /** Whether somebody verified sources of the code at the address. */
  isVerified(address: Address): boolean;
  /** Addresses that the reader named or looked at. */
  known: ReadonlySet<Address>;
  /** State variables that changed, as far as layouts are known. */
  variables: readonly ChangedVariable[];
};

/**
 * A state variable of a contract, as its source calls it, with its values as texts. `isCode`: it held the address of the
 * code that the contract ran, whatever it is called.
 */
export type ChangedVariable = { address: Address; path: string; before: string; after: string; isCode?: true };

/**
 * Returns whether the account had code of its own before; undefined where nobody could be asked. One that delegates to
 * code (EIP-7702) has a key as one without code.
 */
export function hasCode({ codeOf }: Pick<SafetySubject, 'codeOf'>, address: Address): boolean | undefined {
  const code = codeOf(address);
  return code === undefined ? undefined : code !== '0x' && proxyInCode(code)?.kind !== 'EIP-7702';
}

/** An event that stays. */
export type LogRow = { row: RowIndex; address: Address; topics: readonly Hex[]; data: Uint8Array };

/** A call that did not fail and was not undone. */
export type CallRow = { row: RowIndex; kind: number; from: Address; to: Address; value: bigint; input: Uint8Array };

/** Returns the events that stay, in their order. Linear in the rows. */
export function* logsOf(trace: Trace): Generator<LogRow> {
  const { rows, addresses, payload } = trace;
  for (let row = 0; row < rows.length; row++) {
    if (rows.kind[row] !== RowKind.log || isUndone(trace, row)) continue;
    const start = rows.inputStart[row];
    const bytes = payload.subarray(start, start + rows.inputLength[row]);
    const count = rows.outputStart[row];
    const topics = Array.from({ length: count }, (_, at) => bytesToHex(bytes.subarray(at * 32, at * 32 + 32)));
    yield { row: rowIndex(row), address: addresses[rows.from[row]], topics, data: bytes.subarray(count * 32) };
  }
}

/** The parts of a subject that tell what moved. */
export type Moving = Pick<SafetySubject, 'trace' | 'hasItems'>;

/** Returns the transfers of a trace, also of undone rows. Linear in the rows. */
export function transfersOf({ trace, hasItems }: Moving): Transfer[] {
  return settleItems(computeTransfers(trace), hasItems);
}

/** Returns the calls that succeeded and stay, in their order. Linear in the rows. */
export function* callsOf(trace: Trace): Generator<CallRow> {
  const { rows, addresses, words, payload } = trace;
  for (let row = 0; row < rows.length; row++) {
    const kind = rows.kind[row];
    if (kind > RowKind.callcode || rows.to[row] < 0 || isUndone(trace, row)) continue;
    const start = rows.inputStart[row];
    const value = rows.value[row] < 0 ? 0n : BigInt(words[rows.value[row]]);
    const [from, to] = [addresses[rows.from[row]], addresses[rows.to[row]]];
    yield { row: rowIndex(row), kind, from, to, value, input: payload.subarray(start, start + rows.inputLength[row]) };
  }
}

/** Returns whether the effects of the row were undone: it failed, or a frame above it did. */
export function isUndone({ rows }: Trace, row: number): boolean {
  return (rows.flags[row] & (RowFlag.failed | RowFlag.undone)) !== 0;
}

/** Returns the word at `at`, counted in words; 0 behind the end. */
export function wordAt(bytes: Uint8Array, at: number): bigint {
  const word = bytes.subarray(at * 32, at * 32 + 32);
  return word.length < 32 ? 0n : BigInt(bytesToHex(word));
}

export function addressAt(bytes: Uint8Array, at: number): Address {
  const word = bytes.subarray(at * 32, at * 32 + 32);
  return bytesToAddress(word.length < 32 ? new Uint8Array(20) : word.subarray(12));
}

/** Returns the address in an indexed argument. */
export function addressOfTopic(topic: Hex | undefined): Address {
  return `0x${(topic ?? '').slice(-40).padStart(40, '0')}` as Address;
}
