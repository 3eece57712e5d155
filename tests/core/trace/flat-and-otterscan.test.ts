import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOtterscanTraceParser } from '../../../src/core/trace/otterscan-trace';
import { createParityTraceParser } from '../../../src/core/trace/parity-trace';
import { RowFlag, RowKind } from '../../../src/core/trace/rows';
import { parse, parseText, rowOf, rowsOf, traceOf } from './parse';

const A = `0x${'a1'.repeat(20)}`;
const B = `0x${'b2'.repeat(20)}`;
const C = `0x${'c3'.repeat(20)}`;

const call = (traceAddress: number[], more: object = {}): object => ({
  action: { callType: 'call', from: A, to: B, gas: '0x10', input: '0x', value: '0x1' },
  result: { gasUsed: '0x5', output: '0x' },
  subtraces: 0,
  traceAddress,
  type: 'call',
  ...more,
});

const list = [
  call([]),
  call([0], {
    action: { callType: 'delegatecall', from: B, to: C, gas: '0x9', input: '0xa9059cbb', value: '0x1' },
    error: 'Reverted',
    result: { gasUsed: '0x1', output: '0x08c379a0' },
  }),
  {
    action: { from: B, gas: '0x8', init: '0x6001', value: '0x0', creationMethod: 'create2' },
    result: { address: C, code: '0x6002', gasUsed: '0x2' },
    traceAddress: [1],
    type: 'create',
  },
  { action: { address: C, refundAddress: A, balance: '0x3' }, result: null, traceAddress: [1, 0], type: 'suicide' },
  call([2], { error: 'Out of gas', result: null }),
];

describe('trace_transaction', () => {
  test('makes a tree of the list, in geth’s words', () => {
    const trace = traceOf(parse(createParityTraceParser(), { jsonrpc: '2.0', id: 1, result: list }));
    expect(Array.from(trace.rows.kind)).toEqual([
      RowKind.call,
      RowKind.delegatecall,
      RowKind.create2,
      RowKind.selfdestruct,
      RowKind.call,
    ]);
    expect(Array.from(trace.rows.parent)).toEqual([-1, 0, 0, 2, 0]);
    expect(rowOf(trace, 1)).toMatchObject({ error: 'execution reverted', value: undefined, output: '0x08c379a0' });
    expect(rowOf(trace, 2)).toMatchObject({ to: C, input: '0x6001', output: '0x6002', gasUsed: 2 });
    expect(rowOf(trace, 3)).toMatchObject({ from: C, to: A, value: '0x3' });
    expect(rowOf(trace, 4)).toMatchObject({ error: 'out of gas', flags: RowFlag.failed | RowFlag.caught });
    expect(trace.limitations).toHaveLength(1);
  });

  test('takes the list in any order, without rewards, and inside a replay', () => {
    const whole = rowsOf(traceOf(parse(createParityTraceParser(), list)));
    const rewarded = [
      ...list,
      { action: { author: A, rewardType: 'block', value: '0x2' }, traceAddress: [], type: 'reward' },
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(rewarded, { minLength: rewarded.length }),
        fc.integer({ min: 1, max: 90 }),
        (shuffled, size) => {
          const answer = { result: { output: '0x', stateDiff: null, trace: shuffled, vmTrace: null } };
          const rows = rowsOf(traceOf(parse(createParityTraceParser(), answer, size)));
          expect(rows).toEqual(whole);
        },
      ),
    );
  });

  test('says so when siblings are missing', () => {
    const trace = traceOf(parse(createParityTraceParser(), [call([]), call([0]), call([2])]));
    expect(trace.limitations.some((text) => text.includes('gaps'))).toBe(true);
    expect(Array.from(trace.rows.parent)).toEqual([-1, 0, 0]);
  });

  test.each([
    ['no root', [call([0])]],
    ['two roots', [call([]), call([])]],
    ['a missing parent', [call([]), call([0]), call([1, 0])]],
    ['a missing grandparent', [call([]), call([0, 0, 0])]],
    ['two calls in one place', [call([]), call([0]), call([0])]],
    ['a negative trace address', [call([]), call([-1])]],
    ['a huge trace address', [call([]), call([2 ** 40])]],
    ['no trace address', [{ ...call([]), traceAddress: undefined }]],
    ['no type', [{ ...call([]), type: undefined }]],
    ['an unknown type', [{ ...call([]), type: 'dream' }]],
    ['an unknown call type', [call([], { action: { from: A, to: B, callType: 'dream' } })]],
    ['no action', [call([], { action: null })]],
    ['an object in a trace address', [{ ...call([]), traceAddress: [{}] }]],
    ['a string', ['x']],
  ])('finds %s malformed', (_, answer) => {
    expect(parse(createParityTraceParser(), { result: answer })).toMatchObject({
      ok: false,
      error: { kind: 'malformed' },
    });
  });

  test('bounds the length of a trace address', () => {
    const path = Array.from({ length: 20_000 }, () => 0);
    expect(parse(createParityTraceParser(), [call([]), call(path)])).toMatchObject({
      ok: false,
      error: { kind: 'limit', limit: 'maxDepth' },
    });
  });

  test.each([[[]], [null], [{}], [{ trace: [] }], [{ trace: null }]])('finds %j empty', (result) => {
    expect(parse(createParityTraceParser(), { result })).toEqual({ ok: false, error: { kind: 'empty' } });
  });
});

describe('ots_traceTransaction', () => {
  const entry = (depth: number, type = 'CALL', more: object = {}): object => ({
    type,
    depth,
    from: A,
    to: B,
    value: '0x0',
    input: '0x',
    output: '0x01',
    ...more,
  });

  test('makes a tree of the depths', () => {
    const answer = [
      entry(0),
      entry(1),
      entry(2, 'STATICCALL', { value: null }),
      entry(1, 'SELFDESTRUCT', { output: undefined }),
      entry(1),
    ];
    const trace = traceOf(parse(createOtterscanTraceParser(), { result: answer }));
    expect(Array.from(trace.rows.parent)).toEqual([-1, 0, 1, 0, 0]);
    expect(rowOf(trace, 2)).toMatchObject({
      kind: RowKind.staticcall,
      value: undefined,
      gas: Number.NaN,
      output: '0x01',
    });
    expect(rowOf(trace, 0)).toMatchObject({ flags: 0 });
  });

  test('marks the root as failed when the receipt says so', () => {
    expect(rowOf(traceOf(parse(createOtterscanTraceParser({}, true), [entry(0)])), 0)).toMatchObject({
      flags: RowFlag.failed,
    });
  });

  test.each([
    ['a jump in depth', [entry(0), entry(2)]],
    ['no root', [entry(1)]],
    ['two roots', [entry(0), entry(0)]],
    ['a negative depth', [entry(0), entry(-1)]],
    ['no depth', [{ ...entry(0), depth: undefined }]],
    ['an object for a list', { a: 1, b: entry(0) }],
    ['a list in a list', [[entry(0)]]],
  ])('finds %s malformed or empty', (_, answer) => {
    expect(parse(createOtterscanTraceParser(), { result: answer }).ok).toBe(false);
  });

  test('never throws on garbage', () => {
    const field = fc.oneof(fc.constantFrom('0x', A, 'CALL', '0x1', null), fc.integer(), fc.string());
    const record = fc.record(
      {
        type: field,
        depth: field,
        from: field,
        to: field,
        value: field,
        input: field,
        action: fc.record({ callType: field, from: field }),
        traceAddress: fc.array(field),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(record), record, field), (answer) => {
        const text = JSON.stringify({ result: answer });
        for (const make of [createOtterscanTraceParser, createParityTraceParser])
          expect(parseText(make(), text, 5)).toHaveProperty('ok');
      }),
    );
  });
});
