import { describe, expect, test } from 'vitest';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import { isEthereumTransaction, type StatedTransaction, transactionOf } from '../../../src/core/chain/transaction';

const HASH = `0x${'ab'.repeat(32)}` as Hash;
const stated: StatedTransaction = {
  networkId: 1 as NetworkId,
  hash: HASH,
  type: 0,
  from: `0x${'11'.repeat(20)}` as Address,
  nonce: 0,
  value: 0n,
  input: '0x',
  gas: 21_000,
  gasPrice: 5n,
};
const everything = {
  accessList: [],
  maxFeePerGas: 3n,
  maxPriorityFeePerGas: 1n,
  maxFeePerBlobGas: 2n,
  blobVersionedHashes: [HASH],
  authorizationList: [],
};

describe('a transaction that is stated', () => {
  test.each([
    [0, []],
    [1, ['accessList']],
    [2, ['accessList', 'maxFeePerGas', 'maxPriorityFeePerGas']],
    [3, ['accessList', 'blobVersionedHashes', 'maxFeePerBlobGas', 'maxFeePerGas', 'maxPriorityFeePerGas']],
    [4, ['accessList', 'authorizationList', 'maxFeePerGas', 'maxPriorityFeePerGas']],
    [0x7e, Object.keys(everything).sort()],
  ])('has the fields of its envelope: type %i', (type, expected) => {
    const transaction = transactionOf({ ...stated, ...everything, type });
    expect(
      Object.keys(transaction)
        .filter((field) => field in everything)
        .sort(),
    ).toEqual(expected);
  });

  test('has empty lists where an endpoint leaves them out, and no fee that nobody stated', () => {
    expect(transactionOf({ ...stated, type: 4 })).toEqual({
      ...stated,
      type: 4,
      accessList: [],
      authorizationList: [],
    });
  });

  test('is pending unless hash, number and index are all stated', () => {
    const place = { blockHash: HASH, blockNumber: 7, index: 0 };
    expect(transactionOf({ ...stated, ...place })).toMatchObject(place);
    for (const field of ['blockHash', 'blockNumber', 'index'] as const) {
      const { [field]: _, ...others } = place;
      expect(transactionOf({ ...stated, ...others })).toEqual(stated);
    }
  });

  test('is left as it was stated', () => {
    const given = Object.freeze({ ...stated, ...everything });
    expect(transactionOf(given)).toEqual(stated);
  });

  test('is of Ethereum or of a rollup', () => {
    expect(
      [0, 1, 2, 3, 4, 5, 0x64, 0x7e].filter((type) => isEthereumTransaction(transactionOf({ ...stated, type }))),
    ).toEqual([0, 1, 2, 3, 4]);
  });
});
