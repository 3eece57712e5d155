import { encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { createCallTracerParser } from '../../../src/core/trace/call-tracer';
import { heldSelectors } from '../../../src/core/trace/held-selectors';
import { parse, traceOf } from './parse';

const ACCOUNT = `0x${'a1'.repeat(20)}` as const;

function selectorsIn(input: string): string[] {
  const frame = { type: 'CALL', from: ACCOUNT, to: ACCOUNT, gas: '0x5208', gasUsed: '0x5000', input, value: '0x0' };
  return heldSelectors(traceOf(parse(createCallTracerParser(), { jsonrpc: '2.0', id: 1, result: frame })));
}

test('bytes among the arguments are found by their length, in lists and structs too', () => {
  const abi = parseAbi([
    'struct Call { address target; bytes data; }',
    'function run(Call[] calls, bytes last)',
    'function propose(address[] targets, bytes[] calldatas, string description)',
  ]);
  const approve = `0x095ea7b3${'00'.repeat(64)}` as const;
  const transfer = `0xa9059cbb${'00'.repeat(64)}` as const;
  const calls = [{ target: ACCOUNT, data: approve }];
  expect(selectorsIn(encodeFunctionData({ abi, functionName: 'run', args: [calls, transfer] }))).toEqual(
    expect.arrayContaining(['0x095ea7b3', '0xa9059cbb']),
  );
  const proposal = encodeFunctionData({ abi, functionName: 'propose', args: [[ACCOUNT], [approve, transfer], 'pay'] });
  expect(selectorsIn(proposal)).toEqual(expect.arrayContaining(['0x095ea7b3', '0xa9059cbb']));
});

test('what ends before its length, or is shorter than a selector, holds none', () => {
  const word = (digits: string) => digits.padStart(64, '0');
  expect(selectorsIn(`0x12345678${word('44')}095ea7b3${'00'.repeat(60)}`)).toEqual([]);
  expect(selectorsIn(`0x12345678${word('3')}095ea7${'00'.repeat(61)}`)).toEqual([]);
  expect(selectorsIn('0x')).toEqual([]);
  expect(selectorsIn(`0x12345678${'ff'.repeat(32)}${'ff'.repeat(64)}`)).toEqual([]);
});
