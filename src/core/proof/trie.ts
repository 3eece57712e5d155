/**
 * Merkle Patricia tries (Ethereum yellow paper, appendix D): the root of a
 * list of values, as headers commit to transactions and receipts.
 *
 * A node is RLP: a branch of 17 fields (one per nibble, and a value), or two
 * fields, of which the first is a path of nibbles ("hex prefix": its first
 * nibble says whether the node is a leaf and whether the path is odd). A node
 * of fewer than 32 bytes stands in its parent itself, a longer one by its hash.
 */

import { concatBytes, keccak256, toRlp } from 'viem';
import type { Hash } from '../chain/primitives';

/** A node as RLP has it: bytes, or a list of such. */
type Node = Uint8Array | readonly Node[];

/** The root of a trie without any entry: keccak256(rlp('')). */
const EMPTY_TRIE_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421' as Hash;

/** The root of the trie that maps rlp(index) to each of `values`, as in headers. Linear in the bytes, up to sorting. */
export function computeListRoot(values: readonly Uint8Array[]): Hash {
  if (values.length === 0) return EMPTY_TRIE_ROOT;
  const entries = values.map((value, index): Entry => ({ path: nibblesOf(toRlp(indexBytes(index), 'bytes')), value }));
  entries.sort((a, b) => comparePaths(a.path, b.path));
  return keccak256(encodeNode(buildNode(entries, 0))) as Hash;
}

type Entry = { path: Uint8Array; value: Uint8Array };

/** The node over `entries` (sorted, at least one, no path the prefix of another), whose paths agree before `depth`. */
function buildNode(entries: readonly Entry[], depth: number): Node {
  const [first] = entries;
  const last = entries[entries.length - 1];
  if (entries.length === 1) return [encodePath(first.path.subarray(depth), true), first.value];
  let shared = depth;
  while (first.path[shared] === last.path[shared]) shared++;
  if (shared > depth) {
    return [encodePath(first.path.subarray(depth, shared), false), referTo(buildNode(entries, shared))];
  }
  const branch: Node[] = Array.from({ length: 17 }, () => new Uint8Array(0));
  let start = 0;
  while (start < entries.length) {
    const nibble = entries[start].path[depth];
    let end = start + 1;
    while (end < entries.length && entries[end].path[depth] === nibble) end++;
    branch[nibble] = referTo(buildNode(entries.slice(start, end), depth + 1));
    start = end;
  }
  return branch;
}

/** How a parent names `node`: by itself when it is short, else by its hash. */
function referTo(node: Node): Node {
  const encoded = encodeNode(node);
  return encoded.length < 32 ? node : keccak256(encoded, 'bytes');
}

function encodeNode(node: Node): Uint8Array {
  return toRlp(node as Parameters<typeof toRlp>[0], 'bytes') as Uint8Array;
}

/** Hex prefix encoding: flag 2 for a leaf, 1 for an odd number of nibbles. */
function encodePath(nibbles: Uint8Array, isLeaf: boolean): Uint8Array {
  const odd = nibbles.length % 2;
  const flag = (isLeaf ? 2 : 0) + odd;
  const whole = concatBytes([odd === 1 ? Uint8Array.of(flag) : Uint8Array.of(flag, 0), nibbles]);
  return Uint8Array.from({ length: whole.length / 2 }, (_, index) => whole[2 * index] * 16 + whole[2 * index + 1]);
}

function nibblesOf(bytes: Uint8Array): Uint8Array {
  const nibbles = new Uint8Array(2 * bytes.length);
  for (let index = 0; index < bytes.length; index++) {
    nibbles[2 * index] = bytes[index] >> 4;
    nibbles[2 * index + 1] = bytes[index] & 15;
  }
  return nibbles;
}

/** An integer as RLP wants it: big endian, without leading zeros; zero is empty. */
function indexBytes(index: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = index; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function comparePaths(a: Uint8Array, b: Uint8Array): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    if (a[index] !== b[index]) return a[index] - b[index];
  }
  return a.length - b.length;
}
