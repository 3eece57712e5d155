/** Whose code ran in a frame, by what it handed its calldata on to. */
import { expect, test } from 'vitest';
import { createCallTracerParser } from '../../../src/core/trace/call-tracer';
import { codesOf, forwarderOf } from '../../../src/core/trace/row-fields';
import { rowIndex } from '../../../src/core/trace/rows';
import { parse, traceOf } from './parse';

const A = `0x${'a1'.repeat(20)}`;
const B = `0x${'b2'.repeat(20)}`;
const C = `0x${'c3'.repeat(20)}`;
const SET = '0x60fe47b10000000000000000000000000000000000000000000000000000000000000005';

const traced = (input: string, handedOn: string) =>
  traceOf(
    parse(createCallTracerParser(), {
      jsonrpc: '2.0',
      id: 1,
      result: {
        ...{ type: 'CALL', from: A, to: B, gas: '0x5208', gasUsed: '0x5000', input, output: '0x', value: '0x0' },
        calls: [{ type: 'DELEGATECALL', from: B, to: C, gas: '0x10', gasUsed: '0x8', input: handedOn, value: '0x0' }],
      },
    }),
  );

test.each([
  ['the same calldata', SET, SET],
  ['calldata and arguments of a clone behind it', SET, `${SET}${'ab'.repeat(20)}0016`],
])('a frame that hands on %s runs the code of another', (_, input, handedOn) => {
  const trace = traced(input, handedOn);
  expect(codesOf(trace, rowIndex(0))).toEqual([B, C]);
  expect(forwarderOf(trace, rowIndex(1))).toBe(0);
});

test.each([
  ['other calldata', SET, `0x60fe47b1${'0'.repeat(63)}6`],
  ['only a part of it', SET, SET.slice(0, 10)],
  ['more than its three bytes, which are no function', '0x112233', '0x11223344'],
])('a frame that delegates with %s runs its own code', (_, input, handedOn) => {
  expect(codesOf(traced(input, handedOn), rowIndex(0))).toEqual([B]);
});
