import { createMPT } from '@ethereumjs/mpt';
import { bytesToHex, keccak256, toRlp } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Hex } from '../../../src/core/chain/primitives';
import { computeListRoot } from '../../../src/core/proof/trie';

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
    expect(computeListRoot([])).toBe(keccak256(toRlp('0x')));
  });
});

function evenHex(index: number): string {
  const digits = index.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
