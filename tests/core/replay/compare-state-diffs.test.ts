import { expect, test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { diffState } from '../../../src/core/replay/compare-state-diffs';

const ALICE = `0x${'a1'.repeat(20)}` as Address;
const TOKEN = `0x${'70'.repeat(20)}` as Address;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as Hex;

test('fields that both changed alike are no difference, the others name both sides', () => {
  const a = {
    pre: {
      [ALICE]: { balance: '0x64' as Hex, nonce: 1 },
      [TOKEN]: { storage: { [word(1)]: word(5), [word(2)]: word(9) } },
    },
    post: { [ALICE]: { balance: '0x32' as Hex, nonce: 2 }, [TOKEN]: { storage: { [word(1)]: word(6) } } },
  };
  const b = {
    pre: {
      [ALICE]: { balance: '0x64' as Hex, nonce: 1 },
      [TOKEN]: { storage: { [word(1)]: word(5), [word(2)]: word(9) } },
    },
    post: {
      [ALICE]: { balance: '0x31' as Hex, nonce: 2 },
      [TOKEN]: { storage: { [word(1)]: word(6), [word(2)]: word(8) } },
    },
  };
  expect(diffState(a, b)).toEqual([
    {
      address: TOKEN,
      field: 'storage',
      slot: word(2),
      // It became zero: a slot that does is in `pre` only.
      a: { before: word(9), after: word(0) },
      b: { before: word(9), after: word(8) },
    },
    {
      address: ALICE,
      field: 'balance',
      a: { before: '0x64', after: '0x32' },
      b: { before: '0x64', after: '0x31' },
    },
  ]);
  expect(diffState(a, a)).toEqual([]);
});

test('what one transaction left alone is undefined on its side', () => {
  const nothing = { pre: {}, post: {} };
  const created = { pre: {}, post: { [TOKEN]: { nonce: 1, code: '0x00' as Hex } } };
  expect(diffState(nothing, created)).toEqual([
    { address: TOKEN, field: 'nonce', a: undefined, b: { before: '0', after: '1' } },
    { address: TOKEN, field: 'code', a: undefined, b: { before: '0x', after: '0x00' } },
  ]);
});

test('an account that was destructed lost all it had', () => {
  const gone = { pre: { [TOKEN]: { balance: '0x5' as Hex, nonce: 1, storage: { [word(1)]: word(5) } } }, post: {} };
  expect(diffState(gone, { pre: {}, post: {} }).map(({ field, a }) => [field, a?.before, a?.after])).toEqual([
    ['balance', '0x5', '0x0'],
    ['nonce', '1', '0'],
    ['storage', word(5), word(0)],
  ]);
});
