import { describe, expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { Fork } from '../../../src/core/evm/rules/forks';
import { explainInitialGas, floorGas, initialGas } from '../../../src/core/gas/initial-gas';

const to = `0x${'11'.repeat(20)}` as Address;
const SENDER = `0x${'33'.repeat(20)}` as Address;
const key = `0x${'22'.repeat(32)}` as Hash;

test('is 21000 for a plain transfer', () => {
  expect(initialGas({ to, input: '0x' as Hex })).toEqual({
    gas: 21_000,
    parts: [{ what: 'transaction', count: 1, each: 21_000 }],
  });
});

test('adds calldata by its bytes and the access list by its entries', () => {
  const accessList = [
    { address: to, storageKeys: [key, key] },
    { address: to, storageKeys: [] },
  ];
  const { gas, parts } = initialGas({ to, input: '0x00ff00a000' as Hex, accessList });
  expect(gas).toBe(21_000 + 2 * 16 + 3 * 4 + 2 * 2_400 + 2 * 1_900);
  expect(parts.map(({ count }) => count)).toEqual([1, 2, 3, 2, 2]);
});

test('adds the creation and the words of its init code', () => {
  expect(initialGas({ input: `0x${'ff'.repeat(33)}` as Hex }).gas).toBe(21_000 + 33 * 16 + 32_000 + 2 * 2);
});

describe('under older rules', () => {
  const creation = { input: '0x00ffff' as Hex };

  test('costs what the fork says', () => {
    expect(initialGas(creation, Fork.frontier).gas).toBe(21_000 + 4 + 2 * 68);
    expect(initialGas(creation, Fork.petersburg).gas).toBe(21_000 + 4 + 2 * 68 + 32_000);
    expect(initialGas(creation, Fork.london).gas).toBe(21_000 + 4 + 2 * 16 + 32_000);
    expect(initialGas(creation, Fork.shanghai).gas).toBe(21_000 + 4 + 2 * 16 + 32_000 + 2);
  });

  test('costs what the transaction does since Amsterdam', () => {
    const sent = { from: SENDER, to, input: '0x00ff' as Hex };
    expect(initialGas(sent, Fork.amsterdam).gas).toBe(15_000 + 4 + 16);
    expect(initialGas({ ...sent, value: 1n }, Fork.amsterdam).gas).toBe(21_000 + 20);
    expect(initialGas({ ...sent, to: SENDER, value: 1n }, Fork.amsterdam).gas).toBe(12_000 + 20);
    expect(initialGas({ from: SENDER, input: '0x00ff' as Hex }, Fork.amsterdam).gas).toBe(24_000 + 20 + 2);
    const accessList = [{ address: to, storageKeys: [key, key] }];
    expect(initialGas({ ...sent, accessList }, Fork.amsterdam).gas).toBe(15_020 + 4_180 + 2 * 4_048);
    expect(floorGas({ ...sent, accessList }, Fork.amsterdam)).toBe(15_000 + 64 * (2 + 20 + 64));
    const { gas, parts } = initialGas(sent, Fork.amsterdam);
    expect(explainInitialGas(sent, gas, 90_000)).toEqual(parts);
  });

  test('has a floor for calldata from Prague on', () => {
    expect(floorGas(creation, Fork.cancun)).toBe(0);
    expect(floorGas(creation, Fork.prague)).toBe(21_000 + 10 + 2 * 40);
  });

  test('is explained by the rules that give it, and by what is left under none', () => {
    for (const fork of [Fork.frontier, Fork.petersburg, Fork.london, Fork.shanghai]) {
      const { gas, parts } = initialGas(creation, fork);
      expect(explainInitialGas(creation, gas, 90_000)).toEqual(parts);
    }
    const left = (gasUsed: number) => explainInitialGas({ to, input: '0xff' as Hex }, 21_040, gasUsed).at(-1);
    expect(left(21_040)).toEqual({ what: 'rise to the floor price of calldata', count: 1, each: 24 });
    expect(left(30_000)).toEqual({ what: 'charge of the chain', count: 1, each: 24 });
  });
});
