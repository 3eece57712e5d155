import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCallTracerParser } from '../../../src/core/trace/call-tracer';
import { RowFlag, RowKind } from '../../../src/core/trace/rows';
import { callTracerAnswer } from '../../helpers/call-tracer-answer';
import { callTree } from '../../helpers/call-tree';
import { randomTrees } from '../../helpers/random-trace';
import { parse, parseText, rowOf, rowsOf, traceOf } from './parse';

const A = `0x${'a1'.repeat(20)}`;
const B = `0x${'b2'.repeat(20)}`;
const C = `0x${'C3'.repeat(20)}`;
const topic = `0xddf252ad${'00'.repeat(28)}`;

const answer = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    from: A,
    gas: '0x5208',
    gasUsed: '0x5000',
    to: B,
    input: '0xa9059cbb0102',
    output: '0x01',
    calls: [
      { from: B, gas: '0x10', gasUsed: '0x8', to: C, input: '0x', type: 'STATICCALL', value: '0x0' },
      {
        type: 'DELEGATECALL',
        from: B,
        to: C,
        gas: '0x20',
        gasUsed: '0x20',
        input: '0x01020304',
        output: '0x08c379a0',
        error: 'execution reverted',
        value: '0x7',
      },
    ],
    logs: [
      { address: B, topics: [topic], data: '0x05', position: '0x1', index: '0x1' },
      { address: B, topics: [], data: '0x', position: '0x0', index: '0x0' },
    ].reverse(),
    value: '0x00ff',
    type: 'CALL',
  },
};

describe('callTracer', () => {
  test('makes rows in the order entered, logs between the calls', () => {
    const trace = traceOf(parse(createCallTracerParser(), answer));
    expect(Array.from(trace.rows.kind)).toEqual([
      RowKind.call,
      RowKind.log,
      RowKind.staticcall,
      RowKind.log,
      RowKind.delegatecall,
    ]);
    expect(rowOf(trace, 0)).toEqual({
      kind: RowKind.call,
      flags: 0,
      depth: 0,
      parent: -1,
      subtreeEnd: 5,
      from: A,
      to: B,
      value: '0xff',
      selector: '0xa9059cbb',
      error: undefined,
      gas: 0x5208,
      gasUsed: 0x5000,
      input: '0xa9059cbb0102',
      output: '0x01',
    });
    expect(rowOf(trace, 3)).toMatchObject({
      from: B,
      to: undefined,
      selector: '0xddf252ad',
      input: `${topic}05`,
      output: '1 topics',
    });
    expect(rowOf(trace, 4)).toMatchObject({
      to: C.toLowerCase(),
      value: undefined,
      error: 'execution reverted',
      flags: RowFlag.failed | RowFlag.caught,
      output: '0x08c379a0',
    });
    expect(trace.source).toBe('callTracer');
    expect(trace.limitations).toEqual([]);
  });

  test('takes a bare result, keys of the envelope in any order, and any chunks', () => {
    const whole = rowsOf(traceOf(parse(createCallTracerParser(), answer)));
    expect(rowsOf(traceOf(parse(createCallTracerParser(), answer.result)))).toEqual(whole);
    const turned = { result: answer.result, error: null, id: 1, jsonrpc: '2.0' };
    for (const size of [1, 2, 3, 7, 64])
      expect(rowsOf(traceOf(parse(createCallTracerParser(), turned, size)))).toEqual(whole);
  });

  test('gives back any tree, its keys in any order and its bytes in any chunks', () => {
    fc.assert(
      fc.property(randomTrees, fc.integer({ min: 1, max: 99 }), fc.boolean(), (text, size, turned) => {
        const tree = callTree(text);
        const { jsonrpc, id, result } = callTracerAnswer(tree);
        const body = turned ? { result: turnKeys(result), id, jsonrpc } : { jsonrpc, id, result };
        const parsed = traceOf(parse(createCallTracerParser(), body, size));
        expect(rowsOf(parsed)).toEqual(rowsOf(tree).map((row) => carriesNoValue(row)));
      }),
      { numRuns: 300 },
    );
  });

  test('takes a bare frame whose first key is its error', () => {
    const frame = { error: 'out of gas', type: 'CALL', from: A, to: B };
    expect(rowOf(traceOf(parse(createCallTracerParser(), frame)), 0)).toMatchObject({
      error: 'out of gas',
      gas: Number.NaN,
    });
  });

  test('takes topics and data in any order', () => {
    const log = { data: '0x0506', address: A, position: '0x0', topics: [topic] };
    const trace = traceOf(
      parse(createCallTracerParser(), { type: 'CALL', from: A, to: B, logs: [log], input: '0x99' }),
    );
    expect(rowOf(trace, 1)).toMatchObject({ input: `${topic}0506`, output: '1 topics' });
    expect(rowOf(trace, 0)).toMatchObject({ input: '0x99' });
  });

  test('says so when the node does not place logs among the calls', () => {
    const frame = {
      type: 'CALL',
      from: A,
      to: B,
      logs: [{ address: A, topics: [], data: '0x' }],
      calls: [{ type: 'CALL', from: B, to: A }],
    };
    const trace = traceOf(parse(createCallTracerParser(), frame));
    expect(Array.from(trace.rows.kind)).toEqual([RowKind.call, RowKind.call, RowKind.log]);
    expect(trace.limitations).toHaveLength(1);
  });

  test('leaves a failed create without an address', () => {
    const frame = { type: 'CREATE2', from: A, to: B, error: 'contract address collision', input: '0x6001' };
    expect(rowOf(traceOf(parse(createCallTracerParser(), frame)), 0)).toMatchObject({
      to: undefined,
      selector: undefined,
    });
  });

  test.each([
    [
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no such method' } },
      { kind: 'rpcError', code: -32601, message: 'no such method' },
    ],
    [
      { error: { message: 'x', code: 3, data: { result: [1] } }, id: 1 },
      { kind: 'rpcError', code: 3, message: 'x' },
    ],
    [
      { jsonrpc: '2.0', error: 'rate limited' },
      { kind: 'rpcError', code: 0, message: 'rate limited' },
    ],
    [{ jsonrpc: '2.0', id: 1, result: {} }, { kind: 'empty' }],
    [{ jsonrpc: '2.0', id: 1, result: null }, { kind: 'empty' }],
    [{ jsonrpc: '2.0', id: 1, result: [] }, { kind: 'empty' }],
    [{ jsonrpc: '2.0', id: 1 }, { kind: 'empty' }],
    [{}, { kind: 'empty' }],
    [null, { kind: 'empty' }],
  ])('answers %j with a problem', (body, problem) => {
    expect(parse(createCallTracerParser(), body)).toEqual({ ok: false, error: problem });
  });

  test.each([
    ['a negative amount of gas', { type: 'CALL', from: A, gas: -5 }],
    ['a negative amount of gas in hex', { type: 'CALL', from: A, gas: '-0x5' }],
    ['a value over 256 bits', { type: 'CALL', from: A, value: `0x1${'00'.repeat(32)}` }],
    ['half a byte', { type: 'CALL', from: A, input: '0x123' }],
    ['no hex', { type: 'CALL', from: A, input: '0x12zz' }],
    ['a short address', { type: 'CALL', from: '0x12' }],
    ['an unknown type', { type: 'JUMP', from: A }],
    ['no type', { from: A, to: B }],
    ['no sender', { type: 'CALL', to: B }],
    ['five topics', { type: 'CALL', from: A, logs: [{ address: A, topics: Array(5).fill(topic), data: '0x' }] }],
    ['calls that are no list', { type: 'CALL', from: A, calls: { type: 'CALL', from: A } }],
    ['a call that is no object', { type: 'CALL', from: A, calls: ['CALL'] }],
    ['a string for a trace', 'hello'],
    ['a list of traces', [{ type: 'CALL', from: A }]],
  ])('finds %s malformed', (_, body) => {
    expect(parse(createCallTracerParser(), body)).toMatchObject({ ok: false, error: { kind: 'malformed' } });
  });

  test('finds an answer with two results malformed', () => {
    const result = JSON.stringify({ type: 'CALL', from: A, to: B });
    expect(parseText(createCallTracerParser(), `{"id":1,"result":${result},"result":${result}}`)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', what: 'two root calls' },
    });
  });

  test('finds a truncated answer malformed wherever it is cut', () => {
    const text = JSON.stringify(answer);
    for (let end = 1; end < text.length; end++) {
      expect(parseText(createCallTracerParser(), text.slice(0, end))).toMatchObject({
        ok: false,
        error: { kind: 'malformed' },
      });
    }
  });

  test('refuses absurd depth and too many rows, and stops reading', () => {
    const deep = `${'{"type":"CALL","from":"'.concat(A, '","calls":[').repeat(200)}`;
    const parser = createCallTracerParser({ maxDepth: 100 });
    expect(parseText(parser, deep)).toEqual({ ok: false, error: { kind: 'limit', limit: 'maxDepth', allowed: 100 } });
    const wide = { type: 'CALL', from: A, calls: Array(50).fill({ type: 'CALL', from: A, to: B }) };
    expect(parse(createCallTracerParser({ maxRows: 20 }), wide)).toEqual({
      ok: false,
      error: { kind: 'limit', limit: 'maxRows', allowed: 20 },
    });
    const brackets = '['.repeat(1_000_000);
    expect(parseText(createCallTracerParser(), brackets)).toMatchObject({ ok: false });
  });

  test('reads 9,000 levels without recursion', () => {
    const open = `{"type":"CALL","from":"${A}","calls":[`;
    const text = `${open.repeat(9_000)}${']}'.repeat(9_000)}`;
    const trace = traceOf(parseText(createCallTracerParser(), text));
    expect(trace.rows.length).toBe(9_000);
    expect(trace.rows.depth[8_999]).toBe(8_999);
  });

  test('cuts megabytes of error text and resolves its escapes', () => {
    const trace = traceOf(
      parse(createCallTracerParser(), { type: 'CALL', from: A, to: B, error: `\u202e"é\n${'x'.repeat(3_000_000)}` }),
    );
    expect(trace.texts[0]).toHaveLength(2_001);
    expect(trace.texts[0]?.startsWith('\u202e"é\nxxx')).toBe(true);
  });
});

/** The same answer with the keys of every object in the opposite order. */
function turnKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turnKeys(inner)]),
  );
}

/** What a parser makes of a drawn row: delegatecalls and staticcalls have no value of their own. */
function carriesNoValue(row: Record<string, unknown>): Record<string, unknown> {
  const none = row.kind === RowKind.delegatecall || row.kind === RowKind.staticcall;
  return none ? { ...row, value: undefined } : row;
}
