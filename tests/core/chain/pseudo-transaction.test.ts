import { expect, test } from 'vitest';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { pseudoTransaction } from '../../../src/core/chain/pseudo-transaction';

const SOMEBODY = `0x${'5e'.repeat(20)}` as Address;
const ZERO = `0x${'00'.repeat(20)}` as Address;
const named = (told: Partial<Parameters<typeof pseudoTransaction>[0]> & { id: number }) =>
  pseudoTransaction({ from: SOMEBODY, gas: 21_000, ...told, networkId: told.id as NetworkId })?.name;

test('who sent it, and on which chain, tells what the protocol made', () => {
  expect(named({ id: 10, from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001' as Address })).toBe('L1 attributes');
  expect(named({ id: 412_346, from: '0x00000000000000000000000000000000000a4b05' as Address })).toBe('Block start');
  const golden = '0x0000777735367b36bc9b61c50022d9d0700db4ec' as Address;
  expect([167_000, 167_013, 1].map((id) => named({ id, from: golden }))).toEqual(['Anchor', 'Anchor', undefined]);
  expect([137, 1].map((id) => named({ id, from: ZERO, to: ZERO, gas: 0 }))).toEqual(['State sync', undefined]);
  expect(named({ id: 137, type: 0x7f })).toBe('State sync');
  // A gas limit of 2^63 - 1, as a number rounds it.
  expect([56, 1].map((id) => named({ id, gas: Number(0x7fffffffffffffffn) }))).toEqual(['System', undefined]);
});

test('a type means what its fields say', () => {
  expect(named({ id: 10, type: 0x7e, rollup: { sourceHash: '0x01' } })).toBe('Deposit');
  expect(named({ id: 534_352, type: 0x7e, rollup: { queueIndex: '0x1' } })).toBe('L1 message');
  // Berachain's has neither.
  expect(named({ id: 80_094, type: 0x7e })).toBeUndefined();
  expect([0x64, 0x65, 0x66, 0x68, 0x69].map((type) => named({ id: 42_161, type }))).toEqual([
    'Deposit',
    'L1 message',
    'L1 message',
    'Redeem',
    'Retryable ticket',
  ]);
  expect(named({ id: 1, type: 2 })).toBeUndefined();
});
