import { expect, it } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { initialGas } from '../../../src/core/gas/initial-gas';

const to = `0x${'11'.repeat(20)}` as Address;
const key = `0x${'22'.repeat(32)}` as Hash;

it('is 21000 for a plain transfer', () => {
  expect(initialGas({ to, input: '0x' as Hex })).toEqual({
    gas: 21_000,
    parts: [{ what: 'transaction', count: 1, each: 21_000 }],
  });
});

it('adds calldata by its bytes and the access list by its entries', () => {
  const accessList = [
    { address: to, storageKeys: [key, key] },
    { address: to, storageKeys: [] },
  ];
  const { gas, parts } = initialGas({ to, input: '0x00ff00a000' as Hex, accessList });
  expect(gas).toBe(21_000 + 2 * 16 + 3 * 4 + 2 * 2_400 + 2 * 1_900);
  expect(parts.map(({ count }) => count)).toEqual([1, 2, 3, 2, 2]);
});

it('adds the creation and the words of its init code', () => {
  expect(initialGas({ input: `0x${'ff'.repeat(33)}` as Hex }).gas).toBe(21_000 + 33 * 16 + 32_000 + 2 * 2);
});
