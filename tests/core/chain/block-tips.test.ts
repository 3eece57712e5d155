import { expect, test } from 'vitest';
import { tipsOfBlock } from '../../../src/core/chain/block-tips';

test('tips are what is paid beyond the base fee, and unknown where a fee is', () => {
  const paid = { fee: 21_000n * 12n, gasUsed: 21_000 };
  expect(tipsOfBlock(10n, [paid, { fee: 0n, gasUsed: 50_000 }, paid])).toBe(84_000n);
  expect(tipsOfBlock(undefined, [paid])).toBe(252_000n);
  expect(tipsOfBlock(10n, [])).toBe(0n);
  expect(tipsOfBlock(10n, [paid, { gasUsed: 21_000 }])).toBeUndefined();
  expect(tipsOfBlock(10n, [paid, undefined])).toBeUndefined();
});
