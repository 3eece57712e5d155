/**
 * Slots of many accounts in one eth_call: state overrides lay a program that
 * reads slots over the code of each account, and one that calls them all over
 * an address nobody has. What is laid over code leaves storage as it is.
 */
import { check, pipe, transform } from 'valibot';
import { wordDigits } from '../core/chain/hex';
import type { Address, Hash } from '../core/chain/primitives';
import type { Failure } from '../core/values/failure';
import { ok, type Result } from '../core/values/result';
import { blockParam, type ReadOptions } from './chain-reader';
import { bytes } from './rpc/fields';
import type { Rpc } from './rpc/rpc';

export type SlotKey = { address: Address; key: Hash };

/** Slots of one call: some 2.5 million gas, a quarter of what the strictest endpoints let eth_call use. */
const SLOTS_PER_CALL = 1_024;

/**
 * Takes keys, returns what the slots hold, a word each:
 *
 *     i = 0; while i ≠ calldatasize: mem[i] = sload(calldata[i]), i += 32
 *     return mem[0…i]
 */
const READER = [
  '6000', // i
  '5b368114601457', // 2: end when i is the length of the keys
  '8035548152', // mem[i] = sload(calldata[i])
  '602001600256', // the next
  '5b366000f3', // 20: end
].join('');

/**
 * Takes accounts one after the other, each a word with the address, a word with
 * the length of its keys, and the keys; returns what the readers at them return.
 *
 *     o = 0, p = 0
 *     while p ≠ calldatasize: n = calldata[p + 32], mem[o…o + n] = calldata[p + 64…p + 64 + n]
 *                             staticcall calldata[p] with mem[o…o + n], into the same place
 *                             fail unless it returned n bytes; o += n, p += 64 + n
 *     return mem[0…o]
 */
const CALLER = [
  '60006000', // o, p
  '5b368114603257', // 4: end when p is the length of the data
  '80602001', // p + 32
  '35', // n
  '8082604001', // n, p + 64
  '8437', // the keys to o
  '808382818535', // n, o, n, o and the address, for
  '5afa', // the call
  '3d82141615603757', // fails unless it did well and returned n bytes
  '8092019101604001600456', // o += n, p += 64 + n, the next
  '5b506000f3', // 50: end
  '5b600080fd', // 55: fail
].join('');

/** An address that nobody has: "loupe" and "slots!" in ASCII. */
const CALLER_ADDRESS = '0x6c6f757065000000000000000000736c6f747321' as Address;

/** Returns whether the slots of an address can be read: a precompile runs whatever code is laid over it. */
export function isReadable({ address }: SlotKey): boolean {
  return BigInt(address) > 0xffffn;
}

/** Reads the values of the slots after `block`, in the order of `slots`, none of which is of a precompile. */
export async function readSlots(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions = {},
): Promise<Result<readonly Hash[], Failure>> {
  const parts: Promise<Result<readonly Hash[], Failure>>[] = [];
  for (let start = 0; start < slots.length; start += SLOTS_PER_CALL)
    parts.push(readPart(rpc, slots.slice(start, start + SLOTS_PER_CALL), block, options));
  const values: Hash[] = [];
  for (const part of await Promise.all(parts)) {
    if (!part.ok) return part;
    values.push(...part.value);
  }
  return ok(values);
}

async function readPart(
  rpc: Rpc,
  slots: readonly SlotKey[],
  block: number,
  options: ReadOptions,
): Promise<Result<readonly Hash[], Failure>> {
  const keys = new Map<Address, Hash[]>();
  const places = slots.map(({ address, key }) => {
    const known = keys.get(address) ?? [];
    keys.set(address, known);
    return known.push(key) - 1;
  });
  const starts = new Map<Address, number>();
  const data: string[] = [];
  const code: Record<Address, { code: string }> = { [CALLER_ADDRESS]: { code: `0x${CALLER}` } };
  let length = 0;
  for (const [address, asked] of keys) {
    starts.set(address, length);
    length += asked.length;
    data.push(wordDigits(BigInt(address)), wordDigits(asked.length * 32), ...asked.map((key) => key.slice(2)));
    code[address] = { code: `0x${READER}` };
  }
  const schema = pipe(
    bytes,
    check((returned) => returned.length === 2 + length * 64, 'a word for each slot was expected'),
    transform((returned) =>
      slots.map(({ address }, at): Hash => {
        const index = (starts.get(address) ?? 0) + (places[at] ?? 0);
        return `0x${returned.slice(2 + index * 64, 66 + index * 64)}` as Hash;
      }),
    ),
  );
  const call = { to: CALLER_ADDRESS, data: `0x${data.join('')}` };
  return rpc.request('eth_call', [call, blockParam(block), code], schema, options);
}
