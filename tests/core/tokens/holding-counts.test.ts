import { expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { countHoldings } from '../../../src/core/tokens/holding-counts';

const [CARDS, FOOD] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`] as [Address, Address];

test('tokens are counted by contract, items by id however many there are of one; nothing held counts nothing', () => {
  const counts = countHoldings(
    [
      { amount: 10n ** 18n, summary: { standard: 'ERC-20' } },
      { amount: 0n, summary: { standard: 'ERC-20' } },
      { amount: -5n, summary: { standard: 'ERC-20' } },
      { amount: 7n, summary: undefined },
      { amount: 2n, summary: { standard: 'ERC-721' } },
    ],
    [
      { token: CARDS, amount: 1n },
      { token: CARDS, amount: 1n },
      { token: FOOD, amount: 40n },
      { token: FOOD, amount: 0n },
    ],
  );
  expect(counts).toEqual({ tokens: 2, items: 3, collections: 2 });
});
