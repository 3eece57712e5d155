/**
 * Merkle Patricia tries (Ethereum yellow paper, appendix D): the root of a
 * list of values, as headers commit to transactions and receipts, and what a
 * proof says of one key under a root.
 *
 * A node is RLP: a branch of 17 fields (one per nibble, and a value), or two
 * fields, of which the first is a path of nibbles ("hex prefix": its first
 * nibble says whether the node is a leaf and whether the path is odd). A node
 * of fewer than 32 bytes stands in its parent itself, a longer one by its hash.
 */

import { bytesToHex, hexToBytes } from '../chain/hex';
import { keccak, keccakHex } from '../chain/keccak';
import type { Hash, Hex } from '../chain/primitives';
import { decodeRlp, encodeRlp, type RlpBytes as Node } from '../chain/rlp';

/** The root of a trie without any entry: keccak256(rlp('')). */
export const EMPTY_TRIE_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421' as Hash;

/** Value of a key under a root: the value, `absent` when the proof shows that there is none, or why the proof fails. */
export type Proven =
  | { state: 'present'; value: Uint8Array }
  | { state: 'absent' }
  | { state: 'invalid'; reason: string };

/** Returns the root of the trie that maps rlp(index) to each of `values`, as in headers. Linear in the bytes, up to sorting. */
export function computeListRoot(values: readonly Uint8Array[]): Hash {
  if (values.length === 0) return EMPTY_TRIE_ROOT;
  const entries = values.map((value, index): Entry => ({ path: nibblesOf(encodeRlp(indexBytes(index))), value }));
  entries.sort((a, b) => comparePaths(a.path, b.path));
  return keccakHex(encodeRlp(buildNode(entries, 0)));
}

/**
 * Reads the value of `key` (bytes, hashed already where the trie is a secure
 * one) under `root` from `proof`: nodes from the root down, as eth_getProof
 * lists them. Every node is checked against the hash that leads to it. Nodes
 * beyond those needed make the proof invalid, because nothing vouches for them.
 */
export function readProof(root: Hash, key: Uint8Array, proof: readonly Hex[]): Proven {
  let taken = 0;
  const found = followPath(root, key, () => proof[taken++]);
  // Nodes write the proof of an empty trie as no node, or as its one node, the empty text.
  if (root === EMPTY_TRIE_ROOT || found.state === 'invalid' || taken === proof.length) return found;
  return { state: 'invalid', reason: 'it has nodes after its end' };
}

/**
 * Returns the proof of `key` under `root`, as `readProof` takes it, out of `nodes` by their hashes; undefined where one of
 * them is missing or is no node.
 */
export function findProof(root: Hash, key: Uint8Array, nodes: ReadonlyMap<Hex, Hex>): readonly Hex[] | undefined {
  const proof: Hex[] = [];
  const found = followPath(root, key, (hash) => {
    const node = nodes.get(hash);
    if (node !== undefined) proof.push(node);
    return node;
  });
  return found.state === 'invalid' ? undefined : proof;
}

/** Walks from the root to the end of the path of `key`; `take` gives the node of a hash. */
function followPath(root: Hash, key: Uint8Array, take: (hash: Hex) => Hex | undefined): Proven {
  if (root === EMPTY_TRIE_ROOT) return { state: 'absent' };
  const path = nibblesOf(key);
  let expected: Hex = root;
  let position = 0;
  for (let index = 0; ; index++) {
    const encoded = take(expected);
    if (encoded === undefined) return { state: 'invalid', reason: 'it ends before the key does' };
    if (keccakHex(encoded) !== expected) return { state: 'invalid', reason: `node ${index} does not have its hash` };
    let node: Node;
    try {
      node = decodeRlp(hexToBytes(encoded));
    } catch {
      return { state: 'invalid', reason: `node ${index} is no RLP` };
    }
    // Nodes that stand in their parent are walked here, without a step in the proof.
    for (;;) {
      const step = walkNode(node, path, position);
      if (step === undefined) return { state: 'invalid', reason: `node ${index} is no node of a trie` };
      if (step.kind === 'end') {
        return step.value === undefined || step.value.length === 0
          ? { state: 'absent' }
          : { state: 'present', value: step.value };
      }
      position = step.position;
      if (step.next instanceof Uint8Array) {
        if (step.next.length !== 32) return { state: 'invalid', reason: `node ${index} leads to no node` };
        expected = bytesToHex(step.next);
        break;
      }
      node = step.next;
    }
  }
}

type Step = { kind: 'end'; value: Uint8Array | undefined } | { kind: 'next'; next: Node; position: number };

/** One step from `node` along `path`; undefined when it is no node. */
function walkNode(node: Node, path: Uint8Array, position: number): Step | undefined {
  if (node instanceof Uint8Array) return undefined;
  if (node.length === 17) {
    if (position === path.length) return endWith(node[16]);
    const child = node[path[position]];
    if (child instanceof Uint8Array && child.length === 0) return { kind: 'end', value: undefined };
    return { kind: 'next', next: child, position: position + 1 };
  }
  const [prefix, below] = node;
  if (node.length !== 2 || !(prefix instanceof Uint8Array) || prefix.length === 0) return undefined;
  const nibbles = nibblesOf(prefix);
  const flag = nibbles[0];
  if (flag > 3 || (flag % 2 === 0 && nibbles[1] !== 0)) return undefined;
  const part = nibbles.subarray(flag % 2 === 1 ? 1 : 2);
  const matches = part.every((nibble, index) => path[position + index] === nibble);
  const end = position + part.length;
  if (flag >= 2) return matches && end === path.length ? endWith(below) : { kind: 'end', value: undefined };
  return matches ? { kind: 'next', next: below, position: end } : { kind: 'end', value: undefined };
}

function endWith(value: Node): Step | undefined {
  return value instanceof Uint8Array ? { kind: 'end', value } : undefined;
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
  const encoded = encodeRlp(node);
  return encoded.length < 32 ? node : keccak(encoded);
}

/** Hex prefix encoding: flag 2 for a leaf, 1 for an odd number of nibbles. */
function encodePath(nibbles: Uint8Array, isLeaf: boolean): Uint8Array {
  const odd = nibbles.length % 2;
  const flag = (isLeaf ? 2 : 0) + odd;
  const whole = odd === 1 ? Uint8Array.of(flag, ...nibbles) : Uint8Array.of(flag, 0, ...nibbles);
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
