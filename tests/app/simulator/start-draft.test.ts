import { expect, test } from 'vitest';
import { draftOfRecord } from '../../../src/app/views/simulator/start-draft';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import { transactionOf } from '../../../src/core/chain/transaction';
import type { TransactionRecord } from '../../../src/workers/chain/chain.api';

const ALICE = `0x${'a1'.repeat(20)}` as Address;
const HASH = `0x${'01'.repeat(32)}` as Hash;

/** The draft of a mined transaction with these blobs. */
function draftWith(blobVersionedHashes: readonly Hash[] | undefined) {
  const transaction = transactionOf({
    networkId: 1 as NetworkId,
    hash: HASH,
    type: blobVersionedHashes === undefined ? 2 : 3,
    from: ALICE,
    to: ALICE,
    nonce: 3,
    value: 0n,
    input: '0x',
    gas: 21_000,
    gasPrice: 5n,
    maxFeePerGas: 7n,
    maxPriorityFeePerGas: 2n,
    accessList: [],
    blockHash: HASH,
    blockNumber: 9,
    index: 4,
    ...(blobVersionedHashes && { maxFeePerBlobGas: 1n, blobVersionedHashes }),
  });
  return draftOfRecord({ transaction } as TransactionRecord);
}

test('a mined transaction is run before its own place, and says what of it is left out', () => {
  const plain = draftWith(undefined);
  expect(plain).toMatchObject({ network: '1', block: '9', place: 'before', index: '4', note: '' });
  expect(plain.blocks[0]?.steps).toMatchObject([{ from: ALICE, nonce: '3', maxFee: '7', tip: '2', gasPrice: '' }]);
  expect(draftWith([HASH]).note).toContain('Its blobs are left out');
});

test('a transaction with an authorisation of any chain and nonce can be taken over', () => {
  const address = `0x${'a1'.repeat(20)}` as Address;
  const word = `0x${'22'.repeat(32)}` as Hash;
  const transaction = transactionOf({
    networkId: 1 as NetworkId,
    hash: word,
    type: 4,
    from: address,
    to: address,
    nonce: 1,
    value: 0n,
    input: '0x',
    gas: 100_000,
    authorizationList: [{ chainId: 2n ** 64n, address, nonce: 3, yParity: 0, r: word, s: word }],
  });
  const [block] = draftOfRecord({ transaction, origin: 'endpoint', fetchedAt: 0 }).blocks;
  expect(JSON.parse(block?.steps[0]?.authorizations ?? '')).toEqual([
    { chainId: '18446744073709551616', address, nonce: 3, yParity: 0, r: word, s: word },
  ]);
});

test('prices in units of a token are no prices in wei, and a deposit pays none', () => {
  const common = { networkId: 10 as NetworkId, hash: HASH, from: ALICE, to: ALICE, nonce: 3, value: 0n, gas: 21_000 };
  const place = { input: '0x' as const, blockHash: HASH, blockNumber: 9, index: 4 };
  const stepOf = (
    more: Omit<Parameters<typeof transactionOf>[0], keyof typeof common | keyof typeof place> & { nonce?: number },
  ) => {
    const transaction = transactionOf({ ...common, ...place, ...more });
    const { note, blocks } = draftOfRecord({ transaction } as TransactionRecord);
    return { note, ...blocks[0]?.steps[0] };
  };
  const prices = { gasPrice: 10n, maxFeePerGas: 14n, maxPriorityFeePerGas: 1n };
  const inToken = stepOf({ type: 0x7b, ...prices, rollup: { feeCurrency: ALICE } });
  expect(inToken).toMatchObject({ nonce: '3', maxFee: '', tip: '', gasPrice: '', manner: 'paid' });
  expect(inToken.note).toContain('pays its fees in a token');
  const deposit = stepOf({ type: 0x7e, nonce: 0, gasPrice: 0n, rollup: { mint: '0x1' } });
  expect(deposit).toMatchObject({ nonce: '', maxFee: '', tip: '', gasPrice: '', manner: 'free', note: '' });
});
