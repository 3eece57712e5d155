import { createMPT } from '@ethereumjs/mpt';
import fc from 'fast-check';
import { expect, it as test } from 'vitest';
import { bytesToHex } from '../../../src/core/chain/hex';
import { keccak } from '../../../src/core/chain/keccak';
import type { Hash } from '../../../src/core/chain/primitives';
import { EMPTY_TRIE_ROOT, readProof } from '../../../src/core/proof/trie';
import { MutableTrie } from '../../../src/core/virtual/mutable-trie';

const key = (n: number) => Uint8Array.of(n);
const steps = fc.array(
  fc.record({ key: fc.integer({ min: 0, max: 40 }), value: fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 })) }),
  { maxLength: 60 },
);

test('has the root of a trie built by others after any order of sets and deletes', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const ours = new MutableTrie();
      const theirs = await createMPT({ useKeyHashing: true });
      for (const { key: n, value } of changes) {
        if (value === null) {
          ours.delete(key(n));
          await theirs.del(key(n));
        } else {
          ours.set(key(n), value);
          await theirs.put(key(n), value);
        }
        expect(ours.root).toBe(bytesToHex(theirs.root()));
      }
    }),
    { numRuns: 40, seed: 7 },
  );
});

test('proves what it holds and what it does not', () => {
  const trie = new MutableTrie();
  for (let n = 0; n < 30; n++) trie.set(key(n), Uint8Array.of(n + 1));
  const root = trie.root;
  expect(readProof(root, keccak(key(3)), trie.prove(key(3)))).toEqual({ state: 'present', value: Uint8Array.of(4) });
  expect(readProof(root, keccak(key(99)), trie.prove(key(99)))).toEqual({ state: 'absent' });
  expect(readProof(EMPTY_TRIE_ROOT as Hash, key(1), new MutableTrie().prove(key(1)))).toEqual({ state: 'absent' });
});
