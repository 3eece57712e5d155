/**
 * A Merkle Patricia trie (yellow paper, appendix D) that is kept while its
 * entries change: hashes of what did not change are not computed again. Keys
 * are hashed and so all 32 bytes long: no key is the prefix of another, and a
 * branch has no value of its own.
 */

import { bytesToHash, bytesToHex } from '../chain/hex';
import { keccak } from '../chain/keccak';
import type { Hash, Hex } from '../chain/primitives';
import { EMPTY_TRIE_ROOT } from '../proof/trie';
import { rlpBytes, rlpList } from './rlp-bytes';

type Leaf = { kind: 'leaf'; path: Uint8Array; value: Uint8Array; item: Uint8Array | undefined };
type Extension = { kind: 'extension'; path: Uint8Array; child: Branch; item: Uint8Array | undefined };
type Branch = { kind: 'branch'; children: (Node | undefined)[]; item: Uint8Array | undefined };
/** `path` is in nibbles; `item` is how the parent names the node, kept until something below changes. */
type Node = Leaf | Extension | Branch;

export class MutableTrie {
  private top: Node | undefined;

  /** Sets the value (RLP, not empty) of a key that is not hashed yet. */
  set(key: Uint8Array, value: Uint8Array): void {
    this.top = put(this.top, pathOf(key), value);
  }

  delete(key: Uint8Array): void {
    if (this.top) this.top = remove(this.top, pathOf(key));
  }

  get root(): Hash {
    return this.top ? bytesToHash(keccak(encode(this.top))) : EMPTY_TRIE_ROOT;
  }

  /** The nodes from the root towards the key, as eth_getProof lists them; those that stand in their parent are left out. */
  prove(key: Uint8Array): readonly Hex[] {
    const proof: Hex[] = [];
    let path = pathOf(key);
    for (let node = this.top; node !== undefined; ) {
      const encoded = encode(node);
      if (node === this.top || encoded.length >= 32) proof.push(bytesToHex(encoded));
      if (node.kind === 'leaf') break;
      if (node.kind === 'branch') {
        node = node.children[path[0]];
        path = path.subarray(1);
      } else {
        if (sharedLength(node.path, path) < node.path.length) break;
        path = path.subarray(node.path.length);
        node = node.child;
      }
    }
    return proof;
  }
}

function pathOf(key: Uint8Array): Uint8Array {
  const hash = keccak(key);
  const nibbles = new Uint8Array(64);
  for (let at = 0; at < 32; at++) {
    nibbles[2 * at] = hash[at] >> 4;
    nibbles[2 * at + 1] = hash[at] & 15;
  }
  return nibbles;
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}

function leaf(path: Uint8Array, value: Uint8Array): Leaf {
  return { kind: 'leaf', path, value, item: undefined };
}

function put(node: Node | undefined, path: Uint8Array, value: Uint8Array): Node {
  if (node === undefined) return leaf(path, value);
  node.item = undefined;
  if (node.kind === 'branch') {
    node.children[path[0]] = put(node.children[path[0]], path.subarray(1), value);
    return node;
  }
  const shared = sharedLength(node.path, path);
  if (shared === node.path.length) {
    if (node.kind === 'leaf') node.value = value;
    else node.child = put(node.child, path.subarray(shared), value) as Branch;
    return node;
  }
  const branch: Branch = { kind: 'branch', children: new Array<Node | undefined>(16).fill(undefined), item: undefined };
  const nibble = node.path[shared];
  const rest = node.path.subarray(shared + 1);
  if (node.kind === 'leaf') branch.children[nibble] = leaf(rest, node.value);
  else branch.children[nibble] = extended(rest, node.child);
  branch.children[path[shared]] = leaf(path.subarray(shared + 1), value);
  return extended(path.subarray(0, shared), branch);
}

/** The branch behind `path`, or itself behind none. */
function extended(path: Uint8Array, child: Branch): Extension | Branch {
  return path.length === 0 ? child : { kind: 'extension', path, child, item: undefined };
}

/** Returns what stays of the node without the key; undefined for nothing. */
function remove(node: Node, path: Uint8Array): Node | undefined {
  if (node.kind === 'leaf') return sharedLength(node.path, path) === path.length ? undefined : node;
  if (node.kind === 'extension') {
    const shared = sharedLength(node.path, path);
    if (shared < node.path.length) return node;
    node.item = undefined;
    return joined(node.path, remove(node.child, path.subarray(shared)));
  }
  const child = node.children[path[0]];
  if (child === undefined) return node;
  node.item = undefined;
  node.children[path[0]] = remove(child, path.subarray(1));
  const left = node.children.flatMap((other, nibble) => (other ? [nibble] : []));
  return left.length === 1 ? joined(Uint8Array.of(left[0]), node.children[left[0]]) : node;
}

/** The node with `path` before its own. */
function joined(path: Uint8Array, node: Node | undefined): Node | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'branch') return extended(path, node);
  const whole = new Uint8Array(path.length + node.path.length);
  whole.set(path);
  whole.set(node.path, path.length);
  return node.kind === 'leaf' ? leaf(whole, node.value) : extended(whole, node.child);
}

function encode(node: Node): Uint8Array {
  switch (node.kind) {
    case 'leaf':
      return rlpList([rlpBytes(compact(node.path, 2)), rlpBytes(node.value)]);
    case 'extension':
      return rlpList([rlpBytes(compact(node.path, 0)), itemOf(node.child)]);
    case 'branch':
      return rlpList([...node.children.map((child) => (child ? itemOf(child) : EMPTY)), EMPTY]);
  }
}

const EMPTY = Uint8Array.of(0x80);

/** How a parent names the node: by itself where it is short, else by its hash. */
function itemOf(node: Node): Uint8Array {
  if (node.item === undefined) {
    const encoded = encode(node);
    node.item = encoded.length < 32 ? encoded : rlpBytes(keccak(encoded));
  }
  return node.item;
}

/** Hex prefix encoding; `flag` is 2 for a leaf. */
function compact(nibbles: Uint8Array, flag: number): Uint8Array {
  const odd = nibbles.length & 1;
  const bytes = new Uint8Array((nibbles.length >> 1) + 1);
  bytes[0] = ((flag + odd) << 4) | (odd ? nibbles[0] : 0);
  for (let at = odd, to = 1; at < nibbles.length; at += 2) bytes[to++] = (nibbles[at] << 4) | nibbles[at + 1];
  return bytes;
}
