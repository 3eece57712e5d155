/** What is kept of the calls inside of a block's transactions. */
import { expect, test } from 'vitest';
import { collectBlockCalls, type TracedCall } from '../../../src/core/chain/internal-call';
import type { Address } from '../../../src/core/chain/primitives';

const addressOf = (at: number) => `0x${at.toString(16).padStart(40, 'a')}` as Address;
const [alice, bob, carol] = [1, 2, 3].map(addressOf) as [Address, Address, Address];

function traced(type: string, to: Address | undefined, value = 0n, transactionIndex = 0): TracedCall {
  return { transactionIndex, type, from: alice, ...(to && { to }), value, isFailed: false };
}

test('calls that move value, make or destroy are internal transactions; all that are called are known', () => {
  const { calls, called } = collectBlockCalls(7, [
    traced('staticcall', bob),
    traced('call', bob),
    traced('call', carol, 5n, 2),
    traced('delegatecall', carol, 5n, 2),
    traced('create2', carol, 0n, 2),
    traced('create', undefined, 0n, 2),
    traced('selfdestruct', bob, 0n, 3),
    traced('call', '0x0000000000000000000000000000000000000001' as Address, 0n, 3),
  ]);
  expect(calls.map(({ type, position, transactionIndex }) => [type, position, transactionIndex])).toEqual([
    ['call', 0, 2],
    ['create2', 1, 2],
    ['create', 2, 2],
    ['selfdestruct', 3, 3],
  ]);
  expect(calls.every(({ blockNumber }) => blockNumber === 7)).toBe(true);
  expect([...called]).toEqual([
    [0, [bob]],
    [2, [carol]],
    [3, [bob]],
  ]);
});

test('of a distribution 256 calls and addresses are kept, and those of the next transaction after them', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => traced('call', addressOf(at + 10), 1n));
  const { calls, called } = collectBlockCalls(1, [...many, traced('call', bob, 1n, 1)]);
  expect(calls).toHaveLength(257);
  expect(calls.at(-1)).toMatchObject({ transactionIndex: 1, position: 256 });
  expect(called.get(0)).toHaveLength(256);
  expect(called.get(1)).toEqual([bob]);
});
