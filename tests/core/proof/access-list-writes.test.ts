import { expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { differenceFromList } from '../../../src/core/proof/access-list-writes';
import type { AccountAccess } from '../../../src/core/proof/block-access-list';
import type { AccountValues, TouchedAccount } from '../../../src/core/replay/touched-accounts';

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hash;
const ALICE = `0x${'aa'.repeat(20)}` as Address;
const BOB = `0x${'bb'.repeat(20)}` as Address;

const EMPTY: AccountValues = { exists: true, balance: 9n, nonce: 1n, code: new Uint8Array(0), codeHash: undefined };
const touched: readonly TouchedAccount[] = [
  {
    address: ALICE,
    before: EMPTY,
    after: { ...EMPTY, balance: 7n, nonce: 2n, code: Uint8Array.of(0x60), codeHash: word(3) },
    storage: [
      { key: word(1), before: word(0), after: word(5) },
      { key: word(2), before: word(4), after: word(4) },
    ],
  },
  { address: BOB, before: EMPTY, after: EMPTY, storage: [] },
];
const alice: AccountAccess = {
  address: ALICE,
  storageChanges: [{ key: word(1), changes: [{ index: 3, value: word(5) }] }],
  storageReads: [word(2)],
  balanceChanges: [
    { index: 1, value: 8n },
    { index: 3, value: 7n },
  ],
  nonceChanges: [{ index: 3, value: 2n }],
  codeChanges: [{ index: 3, value: '0x60' as Hex }],
};
const untouched = { storageChanges: [], storageReads: [], balanceChanges: [], nonceChanges: [], codeChanges: [] };
const bob: AccountAccess = { address: BOB, ...untouched };

test('what the list says of the transaction is what it wrote', () => {
  expect(differenceFromList([alice, bob], 2, touched)).toBeUndefined();
});

test.each<[string, AccountAccess, RegExp]>([
  ['a balance', { ...alice, balanceChanges: [{ index: 3, value: 6n }] }, /left 7 as the balance of 0xaa.* says 6\.$/],
  ['a nonce', { ...alice, nonceChanges: [{ index: 3, value: 3n }] }, /left 2 as the nonce/],
  ['code', { ...alice, codeChanges: [{ index: 3, value: '0x61' as Hex }] }, /left 0x60 as the code .* says 0x61/],
  ['a slot', { ...alice, storageChanges: [{ key: word(1), changes: [{ index: 3, value: word(6) }] }] }, /as slot 1 of/],
  ['nothing of a slot', { ...alice, storageChanges: [] }, /wrote slot 1 of 0xaa.*, of which .* says nothing/],
  ['another index', { ...alice, nonceChanges: [{ index: 2, value: 2n }] }, /wrote the nonce .* says nothing/],
])('otherwise it is named: %s', (_, account, expected) => {
  expect(differenceFromList([account, bob], 2, touched)).toMatch(expected);
});

test('a write that the execution did not make is named', () => {
  const wrote = { ...bob, balanceChanges: [{ index: 3, value: 1n }] };
  expect(differenceFromList([alice, wrote], 2, touched)).toMatch(/wrote the balance of 0xbb.*, which it did not/);
});
