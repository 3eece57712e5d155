import { expect, test } from 'vitest';
import { blobBaseFee } from '../../../src/core/evm/environment';
import { BLOBS_CANCUN } from '../../../src/core/evm/rules/forks';

const priceAt = (excessBlobGas: bigint) => blobBaseFee({ excessBlobGas, blobs: BLOBS_CANCUN });

test('blob gas costs more by an eighth for each block that is full of blobs', () => {
  expect(priceAt(0n)).toBe(1n);
  // Three blobs beyond the target, a hundred times.
  expect(priceAt(100n * 3n * 131_072n)).toBe(BigInt(Math.floor(Math.exp((100 * 3 * 131_072) / 3_338_477))));
});

test('an excess that nobody could pay for is no endless sum', () => {
  expect(priceAt(BigInt(Number.MAX_SAFE_INTEGER))).toBe(2n ** 256n - 1n);
  // The last that a word holds is computed.
  expect(priceAt(177n * 3_338_477n)).toBeLessThan(2n ** 256n);
  expect(priceAt(178n * 3_338_477n)).toBe(2n ** 256n - 1n);
});
