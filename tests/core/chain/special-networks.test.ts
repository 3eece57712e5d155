import { expect, test } from 'vitest';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { isBedrockBlock, isOptimismFamily, isZkNetwork } from '../../../src/core/chain/special-networks';
import { transactionTypeName } from '../../../src/core/chain/transaction-type';

const id = (number: number) => number as NetworkId;

test('networks that are treated specially belong to their families', () => {
  expect([300, 324, 37111, 232, 50104, 531050104, 1].map((number) => isZkNetwork(id(number)))).toEqual([
    ...Array(6).fill(true),
    false,
  ]);
  // Abstract, Cronos zkEVM and Zero have the machine of ZKsync; Cronos, Linea and ADI run the EVM.
  expect([2741, 11124, 388, 543210].map((number) => isZkNetwork(id(number)))).toEqual(Array(4).fill(true));
  expect([25, 59144, 36900].map((number) => isZkNetwork(id(number)))).toEqual(Array(3).fill(false));
  expect([10, 69, 420, 8453].map((number) => isOptimismFamily(id(number)))).toEqual([true, true, true, false]);
});

test('Bedrock begins at a block of each network that had blocks before it', () => {
  expect([105_235_062, 105_235_063].map((block) => isBedrockBlock(id(10), block))).toEqual([false, true]);
  expect([4_061_223, 4_061_224].map((block) => isBedrockBlock(id(420), block))).toEqual([false, true]);
  expect(isBedrockBlock(id(69), 10 ** 9)).toBe(false);
});

test('transaction types have the name of their EIP or of their rollup', () => {
  expect([0, 1, 2, 3, 4].map(transactionTypeName)).toEqual(['Legacy', 'EIP-2930', 'EIP-1559', 'EIP-4844', 'EIP-7702']);
  expect([0x7e, 0x6a, 0x05].map(transactionTypeName)).toEqual(['Deposit', 'Arbitrum internal', undefined]);
});
