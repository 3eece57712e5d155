/** Traces of whole blocks, in both forms that nodes have. */
import { parse, safeParse } from 'valibot';
import { expect, test } from 'vitest';
import type { Address, Hash } from '../../src/core/chain/primitives';
import { flatBlockTrace, nestedBlockTrace } from '../../src/net/rpc/block-trace-schema';

const [alice, bob, carol, dave] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`) as Address[];
const blockHash = `0x${'1'.repeat(64)}` as Hash;
const place = (at: number, ...traceAddress: number[]) => ({ blockHash, transactionPosition: at, traceAddress });

/** Bob pays carol and makes dave; what carol does fails, and so does what is inside of that. Then dave is destroyed. */
const CALLS = [
  { transactionIndex: 0, type: 'call', from: bob, to: carol, value: 5n, isFailed: true },
  { transactionIndex: 0, type: 'staticcall', from: carol, to: alice, value: 0n, isFailed: true },
  { transactionIndex: 0, type: 'create2', from: bob, to: dave, value: 1n, isFailed: false },
  { transactionIndex: 1, type: 'selfdestruct', from: dave, to: alice, value: 1n, isFailed: false },
];

test('trace_block: a flat list', () => {
  const answer = [
    { ...place(0), type: 'call', action: { callType: 'call', from: alice, to: bob, value: '0x0' }, result: {} },
    {
      ...place(0, 0),
      type: 'call',
      action: { callType: 'call', from: bob, to: carol?.toUpperCase().replace('X', 'x'), value: '0x5' },
      error: 'Reverted',
      result: null,
    },
    {
      ...place(0, 0, 0),
      type: 'call',
      action: { callType: 'staticcall', from: carol, to: alice, value: '0x0' },
      result: { gasUsed: '0x1', output: '0x' },
    },
    {
      ...place(0, 1),
      type: 'create',
      action: { from: bob, value: '0x1', init: '0x', creationMethod: 'create2' },
      result: { address: dave },
    },
    { ...place(1), type: 'call', action: { callType: 'call', from: alice, to: dave, value: '0x0' }, result: {} },
    { ...place(1, 0), type: 'suicide', action: { address: dave, refundAddress: alice, balance: '0x1' }, result: null },
    { blockHash, traceAddress: [], type: 'reward', action: { author: carol, value: '0x9', rewardType: 'block' } },
  ];
  expect(parse(flatBlockTrace(blockHash), answer)).toEqual(CALLS);
  expect(safeParse(flatBlockTrace(`0x${'2'.repeat(64)}` as Hash), answer).success).toBe(false);
});

test('debug_traceBlockByHash with callTracer: a tree for each transaction', () => {
  const frame = (type: string, from: Address | undefined, to: Address | undefined, more: object = {}) => ({
    type,
    from,
    to,
    gas: '0x1',
    ...more,
  });
  const inner = frame('STATICCALL', carol, alice);
  const failing = frame('CALL', bob, carol, { value: '0x5', error: 'execution reverted', calls: [inner] });
  const making = frame('CREATE2', bob, dave, { value: '0x1' });
  const answer = [
    { txHash: blockHash, result: frame('CALL', alice, bob, { calls: [failing, making] }) },
    { result: frame('CALL', alice, dave, { calls: [frame('SELFDESTRUCT', dave, alice, { value: '0x1' })] }) },
  ];
  expect(parse(nestedBlockTrace, answer)).toEqual(CALLS);
  // A node that could not trace one of the transactions says so in its place.
  expect(safeParse(nestedBlockTrace, [{ error: 'execution timeout' }]).success).toBe(false);
});

test('all of a transaction that failed is undone', () => {
  const call = { type: 'CALL', from: bob, to: carol, value: '0x5' };
  const nested = [{ result: { type: 'CALL', from: alice, to: bob, error: 'out of gas', calls: [call] } }];
  expect(parse(nestedBlockTrace, nested)).toMatchObject([{ isFailed: true }]);
  const flat = [
    { ...place(0), type: 'call', action: { from: alice, to: bob, value: '0x0' }, error: 'Out of gas', result: null },
    { ...place(0, 0), type: 'call', action: { callType: 'call', from: bob, to: carol, value: '0x5' }, result: {} },
  ];
  expect(parse(flatBlockTrace(blockHash), flat)).toMatchObject([{ isFailed: true }]);
});
