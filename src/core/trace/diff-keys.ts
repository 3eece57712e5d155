/** Keys by which rows of two traces are recognised: numbers that depend on what a row says, not on the trace it is in. */
import type { Trace } from './rows';
import { RowFlag, RowKind } from './rows';

export type KeyColumns = {
  /** The row and all below it but for gas: equal rows have equal keys, different ones hardly ever. */
  whole: Float64Array;
  /** Kind, contract and function: what is called. */
  callee: Float64Array;
  /** The contract alone; of a create, that it is one. */
  contract: Float64Array;
  /** The function alone. */
  selector: Float64Array;
};

export type DiffKeys = { a: KeyColumns; b: KeyColumns };

/** Returns the keys of both traces. Linear in rows and payload. */
export function rowKeys(a: Trace, b: Trace): DiffKeys {
  return { a: keysOf(a), b: keysOf(b) };
}

function keysOf(trace: Trace): KeyColumns {
  const { rows, payload } = trace;
  const { length } = rows;
  const addresses = trace.addresses.map(hashText);
  const selectors = trace.selectors.map(hashText);
  const words = trace.words.map(hashText);
  const texts = trace.texts.map(hashText);
  const whole = new Float64Array(length);
  const callee = new Float64Array(length);
  const contract = new Float64Array(length);
  const selector = new Float64Array(length);
  // Children first, so that a row's key takes in theirs; `below` is what they came to so far.
  const below = new Float64Array(length);
  for (let row = length - 1; row >= 0; row--) {
    const kind = rows.kind[row];
    const creates = kind === RowKind.create || kind === RowKind.create2;
    const address = kind === RowKind.log ? rows.from[row] : rows.to[row];
    // An event is never taken for a call, nor a create for either.
    const family = kind === RowKind.log ? 1 : creates ? 2 : 3;
    contract[row] = mix(creates ? kind : (addresses[address] ?? 0), family);
    selector[row] = mix(creates ? kind : (selectors[rows.selector[row]] ?? 0), family);
    callee[row] = mix(mix(contract[row], selector[row]), kind);
    let key = mix(callee[row], addresses[rows.from[row]] ?? 0);
    key = mix(key, addresses[rows.to[row]] ?? 0);
    key = mix(key, words[rows.value[row]] ?? 0);
    key = mix(key, hashBytes(payload, rows.inputStart[row], rows.inputLength[row]));
    if (kind === RowKind.log) key = mix(key, rows.outputStart[row]);
    else key = mix(key, hashBytes(payload, rows.outputStart[row], rows.outputLength[row]));
    key = mix(key, (rows.flags[row] & RowFlag.failed) === 0 ? 5 : mix(texts[rows.error[row]] ?? 0, 6));
    whole[row] = mix(key, below[row]);
    const parent = rows.parent[row];
    if (parent >= 0) below[parent] = mix(mix(below[parent], whole[row]), 7);
  }
  return { whole, callee, contract, selector };
}

const PRIME = 0x01000193;
const HIGH = 0x200000; // 2^21: with 32 low bits, keys stay exact in a double

/** 53 bits of two numbers of 53 bits, in order. */
function mix(one: number, other: number): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (const part of [
    one % 4294967296,
    Math.floor(one / 4294967296),
    other % 4294967296,
    Math.floor(other / 4294967296),
  ]) {
    low = Math.imul(low ^ part, PRIME);
    low ^= low >>> 15;
    high = Math.imul(high ^ part, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (low >>> 0) + ((high >>> 0) % HIGH) * 4294967296;
}

/** Zero is the key of what is not there. */
function hashText(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), PRIME);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (low >>> 0) + ((high >>> 0) % HIGH) * 4294967296;
}

function hashBytes(bytes: Uint8Array, start: number, length: number): number {
  let low = 0x811c9dc5 ^ length;
  let high = 0x9e3779b9;
  for (let at = start; at < start + length; at++) {
    low = Math.imul(low ^ bytes[at], PRIME);
    high = Math.imul(high ^ bytes[at], 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (low >>> 0) + ((high >>> 0) % HIGH) * 4294967296;
}
