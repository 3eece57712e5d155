import { expect, test } from 'vitest';
import type { Address, Hash, NetworkId } from '../../../src/core/chain/primitives';
import { pseudoTransaction } from '../../../src/core/chain/pseudo-transaction';
import { summarizeTransaction } from '../../../src/core/chain/summaries';
import { transactionOf } from '../../../src/core/chain/transaction';

const SOMEBODY = `0x${'5e'.repeat(20)}` as Address;
const ZERO = `0x${'00'.repeat(20)}` as Address;
const named = (told: Partial<Parameters<typeof pseudoTransaction>[0]> & { id: number }) =>
  pseudoTransaction({ from: SOMEBODY, gas: 21_000, ...told, networkId: told.id as NetworkId })?.name;

test('who sent it, and on which chain, tells what the protocol made', () => {
  expect(named({ id: 412_346, from: '0x00000000000000000000000000000000000a4b05' as Address })).toBe('Block start');
  const golden = '0x0000777735367b36bc9b61c50022d9d0700db4ec' as Address;
  expect([167_000, 167_013, 1].map((id) => named({ id, from: golden }))).toEqual(['Anchor', 'Anchor', undefined]);
  expect([137, 1].map((id) => named({ id, from: ZERO, to: ZERO, gas: 0 }))).toEqual(['State sync', undefined]);
  expect(named({ id: 137, type: 0x7f })).toBe('State sync');
  // A gas limit of 2^63 - 1, as a number rounds it.
  expect([56, 1].map((id) => named({ id, gas: Number(0x7fffffffffffffffn) }))).toEqual(['System', undefined]);
});

test('the first transaction of a block of Berachain is told by its sender, in lists as well', () => {
  // BRIP-0004: from the system address, type 126.
  const from = '0xfffffffffffffffffffffffffffffffffffffffe' as Address;
  expect(named({ id: 80_094, from, type: 0x7e })).toBe('Proof of liquidity');
  expect([80_069, 1].map((id) => named({ id, from }))).toEqual(['Proof of liquidity', undefined]);
});

test('to whom the OP Stack tells something, says what', () => {
  const from = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001' as Address;
  const told = (to: string) =>
    named({ id: 8453, from, to: `0x42000000000000000000000000000000000000${to}` as Address });
  expect(told('15')).toBe('L1 attributes');
  // docs.base.org, Denim: the second of every block, to BaseTime.
  expect(told('30')).toBe('Block time');
  // ecotone/derivation.md: the first block calls setEcotone of GasPriceOracle.
  expect(told('0f')).toBe('Upgrade');
});

test('deposits that bring in contracts of a fork are none of layer 1', () => {
  const deposited = (from: string) =>
    named({ id: 10, type: 0x7e, from: from as Address, rollup: { sourceHash: '0x01' } });
  // ecotone/derivation.md: deployers of L1Block and GasPriceOracle, upgrades of their proxies, EIP-4788.
  expect(deposited('0x4210000000000000000000000000000000000000')).toBe('Upgrade');
  expect(deposited('0x4210000000000000000000000000000000000001')).toBe('Upgrade');
  expect(deposited(ZERO)).toBe('Upgrade');
  expect(deposited('0x0b799c86a49deeb90402691f1041aa3af2d3c875')).toBe('Upgrade');
  // isthmus/derivation.md: EIP-2935
  expect(deposited('0x3462413af4609098e1e27a490f554f260213d685')).toBe('Upgrade');
  expect(deposited(`0x42${'10'.repeat(19)}`)).toBe('Deposit');
});

test('a type means what its fields say', () => {
  expect(named({ id: 10, type: 0x7e, rollup: { sourceHash: '0x01' } })).toBe('Deposit');
  expect(named({ id: 534_352, type: 0x7e, rollup: { queueIndex: '0x1' } })).toBe('L1 message');
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

test('a row of a list keeps what only the type tells, and nothing of others', () => {
  const rowOf = (id: number, type: number, rollup?: Record<string, string>, from = SOMEBODY, to = SOMEBODY) => {
    const stated = { networkId: id as NetworkId, type, from, to, hash: '0x' as Hash, nonce: 0, gas: 21_000 };
    const transaction = transactionOf({ ...stated, value: 0n, input: '0x', ...(rollup && { rollup }) });
    const row = summarizeTransaction(transaction, undefined, undefined);
    return [row.pseudo, pseudoTransaction(row)?.name];
  };
  expect(rowOf(10, 0x7e, { sourceHash: '0x01' })).toEqual([2, 'Deposit']);
  expect(rowOf(534_352, 0x7e, { queueIndex: '0x1' })).toEqual([3, 'L1 message']);
  expect(rowOf(42_161, 0x69)).toEqual([12, 'Retryable ticket']);
  // Its sender tells.
  const attributes = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001' as Address;
  const l1Block = '0x4200000000000000000000000000000000000015' as Address;
  expect(rowOf(10, 0x7e, { sourceHash: '0x01' }, attributes, l1Block)).toEqual([undefined, 'L1 attributes']);
  expect(rowOf(10, 0x7e, { sourceHash: '0x01' }, ZERO)).toEqual([14, 'Upgrade']);
  expect(rowOf(42_220, 0x7b, { feeCurrency: SOMEBODY })).toEqual([undefined, undefined]);
  expect(rowOf(1, 2)).toEqual([undefined, undefined]);
});

test('what ends a block of the OP Stack since Lagoon has no sender and no gas, in lists as well', () => {
  // ethereum-optimism/specs, protocol/lagoon/post-exec.md
  expect(named({ id: 10, from: ZERO, gas: 0, type: 0x7d })).toBe('Post-execution');
  expect(named({ id: 10, type: 0x7d })).toBeUndefined();
});
