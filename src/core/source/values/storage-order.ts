/**
 * The order in which a reader looks for values in storage. Variables stand in
 * the order of their declaration, which is the order of their slots; the values
 * below a variable stand by member, by index or by key. Slots themselves have
 * no such order, since those of mappings and dynamic arrays are hashes.
 */
import { bytesToHex } from '../../chain/hex';
import type { SourceType } from './source-type';

/** The way to a value: its variable's place, then one part for each step of its path. */
export type PathOrder = readonly (bigint | string)[];

/** Compares two paths: negative when `a` comes first. A path comes before those that go on from it; numbers before texts. */
export function comparePathOrder(a: PathOrder, b: PathOrder): number {
  for (const [at, ours] of a.entries()) {
    const theirs = b[at];
    if (theirs === undefined) return 1;
    if (ours === theirs) continue;
    if (typeof ours !== typeof theirs) return typeof ours === 'bigint' ? -1 : 1;
    return ours < theirs ? -1 : 1;
  }
  return a.length - b.length;
}

/** Returns the order of a mapping's key as it was hashed: words by their value, signed ones too; texts byte by byte. */
export function orderOfKey(type: SourceType, key: Uint8Array): bigint | string {
  if (type.kind === 'string' || type.kind === 'bytes' || key.length === 0) return bytesToHex(key);
  const value = BigInt(bytesToHex(key.subarray(0, 32)));
  return type.kind === 'int' ? BigInt.asIntN(256, value) : value;
}

/** Returns the order of a place among slots: a variable's, or a member's of a struct. `offset` in bytes from the low end. */
export function orderOfPlace(slot: bigint, offset: number): bigint {
  return slot * 32n + BigInt(offset);
}
