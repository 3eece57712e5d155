import { describe, expect, test } from 'vitest';
import { nextBaseFee } from '../../../src/core/chain/base-fee';
import { findLeastGas } from '../../../src/core/simulation/least-gas';

describe('the least gas limit', () => {
  test.each([21_000, 21_001, 43_777, 299_999, 300_000])('is found exactly: %i', async (least) => {
    const tried: number[] = [];
    const found = await findLeastGas(21_000, 300_000, async (gas) => {
      tried.push(gas);
      return gas >= least;
    });
    expect(found).toMatchObject({ state: 'exact', limit: least, runs: tried.length });
    expect(tried).toContain(least - 1);
    expect(tried.length).toBeLessThan(40);
  });

  test('is none where the given limit fails', async () => {
    expect(await findLeastGas(21_000, 90_000, async () => false)).toEqual({ state: 'fails', runs: 1 });
  });

  test('is none where a higher limit fails', async () => {
    const found = await findLeastGas(
      21_000,
      1_000_000,
      async (gas) => (gas >= 30_000 && gas < 50_000) || gas === 1_000_000,
    );
    expect(found.state).toBe('unsteady');
  });
});

test.each([
  [15_000_000, 1_000n, 1_000n],
  [30_000_000, 1_000n, 1_125n],
  [0, 1_000n, 875n],
  [15_000_001, 1n, 2n],
] as const)('the base fee after a block that used %i gas', (gasUsed, baseFeePerGas, next) => {
  expect(nextBaseFee({ gasUsed, gasLimit: 30_000_000, baseFeePerGas })).toBe(next);
});
