import { expect, test } from 'vitest';
import type { Address, Hash, Hex } from '../../../src/core/chain/primitives';
import { type AccountAccess, changesBefore, hashBlockAccessList } from '../../../src/core/proof/block-access-list';

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hash;
const ALICE = `0x${'aa'.repeat(20)}` as Address;
const BOB = `0x${'bb'.repeat(20)}` as Address;

const alice: AccountAccess = {
  address: ALICE,
  storageChanges: [
    {
      key: word(1),
      changes: [
        { index: 0, value: word(7) },
        { index: 2, value: word(0) },
      ],
    },
  ],
  storageReads: [word(0)],
  balanceChanges: [{ index: 1, value: 5n }],
  nonceChanges: [{ index: 3, value: 9n }],
  codeChanges: [{ index: 2, value: '0x6001' as Hex }],
};
const bob: AccountAccess = {
  address: BOB,
  storageChanges: [],
  storageReads: [],
  balanceChanges: [],
  nonceChanges: [],
  codeChanges: [],
};

test('an empty list has the hash that EIP-7928 states', () => {
  expect(hashBlockAccessList([])).toBe('0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347');
});

test('any other value, index, key or address gives another hash', () => {
  const whole = hashBlockAccessList([alice, bob]);
  const others: readonly AccountAccess[] = [
    { ...alice, address: `0x${'ac'.repeat(20)}` as Address },
    { ...alice, storageReads: [] },
    { ...alice, storageChanges: [{ key: word(2), changes: alice.storageChanges[0]?.changes ?? [] }] },
    { ...alice, balanceChanges: [{ index: 2, value: 5n }] },
    { ...alice, balanceChanges: [{ index: 1, value: 6n }] },
    { ...alice, nonceChanges: [] },
    { ...alice, codeChanges: [{ index: 2, value: '0x6002' as Hex }] },
  ];
  for (const other of others) expect(hashBlockAccessList([other, bob])).not.toBe(whole);
  expect(hashBlockAccessList([alice])).not.toBe(whole);
});

test('a transaction finds what the last before it wrote', () => {
  const at = (position: number) => changesBefore([alice, bob], position).get(ALICE);
  // The first finds what the protocol wrote before it.
  expect(at(0)).toEqual({ slots: new Map([[word(1), word(7)]]) });
  expect(at(1)).toEqual({ balance: 5n, slots: new Map([[word(1), word(7)]]) });
  expect(at(2)).toEqual({ balance: 5n, code: '0x6001', slots: new Map([[word(1), word(0)]]) });
  expect(at(3)).toMatchObject({ nonce: 9 });
  expect(changesBefore([alice, bob], 3).get(BOB)).toEqual({ slots: new Map() });
});
