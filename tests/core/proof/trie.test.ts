import { createMerkleProof, createMPT } from '@ethereumjs/mpt';
import { bytesToHex, hexToBytes, keccak256, toRlp } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Hash, Hex } from '../../../src/core/chain/primitives';
import { computeListRoot, EMPTY_TRIE_ROOT, readProof } from '../../../src/core/proof/trie';

/** Bytes that differ per index, of lengths that make nodes both short and long. */
function bytesAt(index: number): Uint8Array {
  return Uint8Array.from({ length: 1 + ((index * 7) % 90) }, (_, at) => (index * 31 + at * 17 + 1) % 256);
}

describe('computeListRoot', () => {
  test.each([0, 1, 2, 3, 16, 17, 127, 128, 129, 200, 256, 300])('equals the stock trie of %i values', async (count) => {
    const values = Array.from({ length: count }, (_, index) => bytesAt(index));
    const trie = await createMPT();
    for (const [index, value] of values.entries()) {
      await trie.put(toRlp(index === 0 ? '0x' : (`0x${evenHex(index)}` as Hex), 'bytes'), value);
    }
    expect(computeListRoot(values)).toBe(bytesToHex(trie.root()));
  });

  test('has the well-known root for no values', () => {
    expect(computeListRoot([])).toBe(EMPTY_TRIE_ROOT);
    expect(keccak256(toRlp('0x'))).toBe(EMPTY_TRIE_ROOT);
  });
});

describe('readProof', () => {
  async function secureTrie(count: number) {
    const trie = await createMPT();
    const keys = Array.from({ length: count }, (_, index) => hexToBytes(keccak256(Uint8Array.of(index, index >> 8))));
    for (const [index, key] of keys.entries()) await trie.put(key, bytesAt(index));
    return { trie, keys, root: bytesToHex(trie.root()) as Hash };
  }
  const hexOf = (nodes: readonly (Uint8Array | undefined)[]): Hex[] =>
    nodes.map((node) => bytesToHex(node as Uint8Array));

  test('reads every value and every absence that the stock trie proves', async () => {
    const { trie, keys, root } = await secureTrie(300);
    for (const [index, key] of keys.entries()) {
      const proof = hexOf(await createMerkleProof(trie, key));
      expect(readProof(root, key, proof)).toEqual({ state: 'present', value: bytesAt(index) });
    }
    for (let index = 0; index < 100; index++) {
      const key = hexToBytes(keccak256(Uint8Array.of(index, 200, 1)));
      expect(readProof(root, key, hexOf(await createMerkleProof(trie, key)))).toEqual({ state: 'absent' });
    }
  });

  test('refuses a proof with a changed, missing, added or foreign node', async () => {
    const { trie, keys, root } = await secureTrie(300);
    const [key, other] = keys as [Uint8Array, Uint8Array];
    const proof = hexOf(await createMerkleProof(trie, key));
    const foreign = hexOf(await createMerkleProof(trie, other));
    for (let index = 0; index < proof.length; index++) {
      const changed = [...proof];
      const node = proof[index] as Hex;
      changed[index] = `${node.slice(0, -1)}${node.endsWith('0') ? '1' : '0'}` as Hex;
      expect(readProof(root, key, changed).state).toBe('invalid');
      expect(readProof(root, key, proof.toSpliced(index, 1)).state).toBe('invalid');
    }
    expect(readProof(root, key, [...proof, ...foreign.slice(-1)]).state).toBe('invalid');
    expect(readProof(root, key, [...proof.slice(0, -1), ...foreign.slice(-1)]).state).toBe('invalid');
    expect(readProof(root, key, []).state).toBe('invalid');
  });

  test('says that nothing is under the empty root', () => {
    expect(readProof(EMPTY_TRIE_ROOT, hexToBytes(keccak256('0x01')), [])).toEqual({ state: 'absent' });
  });
});

function evenHex(index: number): string {
  const digits = index.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
