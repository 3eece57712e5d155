import { messageOf } from '../../values/thrown';
import type { BlockFields } from '../block-fields';
import type { RunningState } from '../families/state-view';
import type { Fork } from '../rules/forks';

/**
 * What a precompile answers. Without `error` the gas did not suffice; with it the input was refused; both take all gas,
 * unless `gas` says what is taken.
 */
export type PrecompileResult =
  | { ok: true; gas: number; output: Uint8Array }
  | { ok: false; error?: string; gas?: number };

/**
 * A precompiled contract. Ethereum's are pure, of their input alone; those of
 * some chains look at the call and change the state. Throws nothing but
 * `GivenUp`, where its answer cannot be known here.
 */
export type Precompile = (input: Uint8Array, gas: number, fork: Fork, call?: PrecompileCall) => PrecompileResult;

/** The call of a precompile. `caller` is whose call it is, `self` the account it acts as; 20 bytes each. */
export type PrecompileCall = {
  state: RunningState;
  block: BlockFields;
  caller: Uint8Array;
  self: Uint8Array;
  isStatic: boolean;
  /** Frames below it; 0 where the transaction calls it itself. */
  depth: number;
  /** Type of the envelope of the transaction; absent where there is none. */
  type?: number | undefined;
};

export const EMPTY = new Uint8Array(0);

/**
 * Runs `compute` when `price` is covered. An Error it throws means the input
 * is invalid; its message is what geth says.
 */
export function charge(price: number, gas: number, compute: () => Uint8Array): PrecompileResult {
  if (price > gas) return { ok: false };
  try {
    return { ok: true, gas: price, output: compute() };
  } catch (error) {
    return { ok: false, error: messageOf(error) };
  }
}

/** Returns bytes [start, start + length) of the input, zeros past its end. */
export function slice(input: Uint8Array, start: number, length: number): Uint8Array {
  const part = new Uint8Array(length);
  if (start < input.length) part.set(input.subarray(start, Math.min(input.length, start + length)));
  return part;
}

export function toBigInt(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  let hex = '0x';
  for (const byte of bytes) hex += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16);
  return BigInt(hex);
}

/** Returns the value as `length` bytes, big endian. */
export function fromBigInt(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  const hex = value.toString(16).padStart(length * 2, '0');
  for (let i = 0; i < length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
