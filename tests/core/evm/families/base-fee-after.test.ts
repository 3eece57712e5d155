import { expect, test } from 'vitest';
import type { Hash, Hex } from '../../../../src/core/chain/primitives';
import type { Block } from '../../../../src/core/chain/transaction';
import { ARBITRUM } from '../../../../src/core/evm/families/arbitrum';
import { baseFeeAfter } from '../../../../src/core/evm/families/base-fee-after';
import { CELO } from '../../../../src/core/evm/families/celo';
import { OP_STACK } from '../../../../src/core/evm/families/op-stack';

const GWEI = 1_000_000_000n;

/** Headers of blocks whose successors have been recorded with their hashes (op-rs/kona and celo-org/celo-kona, testdata). */
test.each([
  ['OP Sepolia since Holocene', OP_STACK, '0x00000000fa00000006', 277n, 60_000_000, 5_222_624, 0, 277n],
  ['Celo Sepolia, which has a least fee', CELO, '0x000000019000000005', 25n * GWEI, 30_000_000, 46_072, 0, 25n * GWEI],
  [
    'its first block of Jovian, which has none',
    OP_STACK,
    '0x000000019000000005',
    25n * GWEI,
    30_000_000,
    46_072,
    0,
    24_937_979_917n,
  ],
  [
    'Celo since Jovian, whose headers say the least',
    CELO,
    '0x0100000190000000050000002e90edd000',
    200n * GWEI,
    30_000_000,
    5_792_980,
    8_363,
    200n * GWEI,
  ],
] as const)(
  'the base fee after a block of %s',
  (_, family, extraData, baseFeePerGas, gasLimit, gasUsed, blobGasUsed, after) => {
    const parent = { extraData: extraData as Hex, baseFeePerGas, gasLimit, gasUsed, blobGasUsed };
    expect(baseFeeAfter({ family }, parent)).toBe(after);
  },
);

test('since Jovian data counts where it is more than the gas', () => {
  // 8,000,000 over a target of 6,000,000 with a denominator of 400: a third of a four-hundredth more.
  const parent = { baseFeePerGas: 1_200n, gasLimit: 30_000_000 };
  const extraData = '0x0100000190000000050000000000000000' as Hex;
  expect(baseFeeAfter({ family: OP_STACK }, { ...parent, extraData, gasUsed: 0, blobGasUsed: 8_000_000 })).toBe(1_201n);
});

test('where headers do not say it, it is as on Ethereum, or stays', () => {
  const parent = { baseFeePerGas: GWEI, gasLimit: 30_000_000, gasUsed: 0 };
  expect(baseFeeAfter({ family: OP_STACK }, { ...parent, extraData: '0x' })).toBe((7n * GWEI) / 8n);
  expect(baseFeeAfter({}, parent)).toBe((7n * GWEI) / 8n);
  expect(baseFeeAfter({ family: ARBITRUM }, parent)).toBe(GWEI);
});

test('a block after one of Arbitrum has its version of ArbOS, and the block of layer 1 by its time', () => {
  const mixHash =
    `0x000000000001c40c${(0x12c04c1).toString(16).padStart(16, '0')}00000000000000140000000000000000` as Hash;
  const parent = { timestamp: 1_200, mixHash, extraData: '0xab' } as unknown as Block;
  const next = ARBITRUM.nextHeader?.(parent, 1_200 + 25);
  expect(next).toEqual({ mixHash: mixHash.replace('12c04c1', '12c04c3'), extraData: '0xab' });
});
