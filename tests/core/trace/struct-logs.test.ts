import { describe, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { RowFlag, RowKind } from '../../../src/core/trace/rows';
import { createStructLogsParser, type StructLogContext } from '../../../src/core/trace/struct-logs';
import { parse, rowOf, rowsOf, traceOf } from './parse';

const A = `0x${'a1'.repeat(20)}` as Address;
const B = `0x${'b2'.repeat(20)}` as Address;
const C = `0x${'c3'.repeat(20)}`;
const D = `0x${'d4'.repeat(20)}`;
const context: StructLogContext = { from: A, to: B, value: 5n, input: '0x01020304', gas: 100_000 };

type StepDraft = {
  pc?: number;
  op: string;
  depth?: number;
  gas?: number;
  gasCost?: number;
  stack?: string[];
  memory?: string[];
  error?: unknown;
  returnData?: string;
};

function answer(steps: StepDraft[], more: object = {}): object {
  const structLogs = steps.map((step, pc) => ({ pc, gas: 1_000, gasCost: 3, depth: 1, ...step }));
  return { jsonrpc: '2.0', id: 1, result: { gas: 50_000, failed: false, returnValue: '', structLogs, ...more } };
}

const memory = ['a9059cbb00000000000000000000000000000000000000000000000000000000', 'ff'.repeat(32)];
/** gas, to, value, args offset, args size, return offset, return size: the top of the stack comes last. */
const callStack = (to: string, value = '0x0', size = '0x4'): string[] => [
  '0x0',
  '0x0',
  size,
  '0x0',
  value,
  to,
  '0x2710',
];

describe('struct logs', () => {
  test('enters a call at its first step and takes gas, success and returndata from the steps', () => {
    const steps = [
      { op: 'PUSH1', gas: 79_000 },
      { op: 'CALL', gas: 70_000, gasCost: 40_000, stack: callStack(C, '0x7'), memory },
      { op: 'PUSH1', depth: 2, gas: 39_000 },
      { op: 'RETURN', depth: 2, gas: 38_000, gasCost: 10, stack: ['0x20', '0x20'], memory },
      { op: 'POP', gas: 68_000, stack: ['0x1'] },
      { op: 'STOP' },
    ];
    const trace = traceOf(parse(createStructLogsParser(context), answer(steps, { returnValue: 'beef' }), 11));
    expect(rowOf(trace, 0)).toMatchObject({
      from: A,
      to: B,
      value: '0x5',
      gas: 100_000,
      gasUsed: 50_000,
      output: '0xbeef',
    });
    expect(rowOf(trace, 1)).toMatchObject({
      kind: RowKind.call,
      from: B,
      to: C,
      value: '0x7',
      input: '0xa9059cbb',
      selector: '0xa9059cbb',
      output: `0x${'ff'.repeat(32)}`,
      gas: 39_000,
      gasUsed: 1_010,
      flags: 0,
    });
    expect(trace.limitations).toEqual([]);
  });

  test('tells reverts, halts and refused calls apart', () => {
    const steps = [
      { op: 'STATICCALL', stack: ['0x0', '0x0', '0x0', '0x0', C, '0x10'], memory },
      { op: 'REVERT', depth: 2, gas: 500, gasCost: 0, stack: ['0x4', '0x0'], memory },
      { op: 'POP', stack: ['0x0'] },
      { op: 'CALL', stack: callStack(C, '0x0', '0x0'), memory },
      { op: 'SLOAD', depth: 2, gas: 90, gasCost: 2_100, stack: ['0x0'], error: 'out of gas' },
      { op: 'POP', stack: ['0x0'] },
      { op: 'CALL', stack: callStack(D, '0x1', '0x0'), memory },
      { op: 'POP', stack: ['0x0'] },
      { op: 'CALL', stack: callStack(D, '0x1', '0x0'), memory },
      { op: 'STOP', stack: ['0x1'] },
    ];
    const rows = rowsOf(traceOf(parse(createStructLogsParser(context), answer(steps))));
    expect(rows.slice(1)).toMatchObject([
      { kind: RowKind.staticcall, error: 'execution reverted', output: '0xa9059cbb', gas: 500, gasUsed: 0 },
      { error: 'out of gas', gas: 90, gasUsed: 90 },
      { to: D, error: 'insufficient balance for transfer', gas: Number.NaN },
      { to: D, error: undefined, flags: 0, gas: Number.NaN },
    ]);
  });

  test('makes no row of a call, log or selfdestruct whose opcode failed', () => {
    const steps = [
      { op: 'CALL', stack: callStack(C), memory },
      { op: 'LOG1', depth: 2, gas: 5, gasCost: 900, stack: ['0x11', '0x20', '0x0'], memory, error: {} },
      { op: 'POP', stack: ['0x0'] },
      { op: 'CALL', stack: callStack(C), memory },
      { op: 'SELFDESTRUCT', depth: 2, gas: 5, gasCost: 5_000, stack: [D] },
      { op: 'POP', stack: ['0x0'] },
      { op: 'CALL', gas: 10, gasCost: 100, stack: callStack(C), memory, error: 'out of gas' },
    ];
    const trace = traceOf(parse(createStructLogsParser(context), answer(steps, { failed: true })));
    expect(Array.from(trace.rows.kind)).toEqual([RowKind.call, RowKind.call, RowKind.call]);
    expect(rowsOf(trace)).toMatchObject([
      { error: 'out of gas' },
      { error: 'out of gas', flags: RowFlag.failed | RowFlag.undone | RowFlag.caught },
      { error: 'out of gas' },
    ]);
  });

  test('leaves nothing of a call that was not made to the row after it', () => {
    const steps = [
      { op: 'STATICCALL', stack: ['0x0', '0x0', '0x0', '0x0', C, '0x10'], memory },
      { op: 'CALL', depth: 2, gas: 100, gasCost: 0, stack: callStack(D, '0x0', '0x40'), memory },
      { op: 'SELFDESTRUCT', stack: [D] },
    ];
    const trace = traceOf(parse(createStructLogsParser(context), answer(steps)));
    expect(rowsOf(trace).slice(2)).toMatchObject([{ kind: RowKind.selfdestruct, from: B, to: D, input: '0x' }]);
  });

  test('takes logs with topics and data, as the executing account', () => {
    const steps = [
      { op: 'DELEGATECALL', stack: ['0x0', '0x0', '0x0', '0x0', C, '0x10'], memory },
      { op: 'LOG2', depth: 2, stack: ['0x22', '0x11', '0x2', '0x0'], memory },
      { op: 'STOP', depth: 2 },
      { op: 'STOP', stack: ['0x1'] },
    ];
    const trace = traceOf(parse(createStructLogsParser(context), answer(steps)));
    expect(rowOf(trace, 1)).toMatchObject({ kind: RowKind.delegatecall, from: B, to: C, value: undefined });
    expect(rowOf(trace, 2)).toMatchObject({
      kind: RowKind.log,
      from: B,
      parent: 1,
      input: `0x${'11'.padStart(64, '0')}${'22'.padStart(64, '0')}a905`,
      output: '2 topics',
    });
  });

  test('learns the address of a created contract when the create returns', () => {
    const steps = [
      { op: 'CREATE', stack: ['0x2', '0x0', '0x9'], memory },
      { op: 'CALL', depth: 2, stack: callStack(D, '0x0', '0x0'), memory },
      { op: 'POP', depth: 2, stack: ['0x1'] },
      { op: 'RETURN', depth: 2, gas: 800, gasCost: 0, stack: ['0x20', '0x0'], memory },
      { op: 'STOP', stack: [C] },
    ];
    const trace = traceOf(parse(createStructLogsParser(context), answer(steps)));
    expect(rowOf(trace, 1)).toMatchObject({
      kind: RowKind.create,
      to: C,
      input: '0xa905',
      value: '0x9',
      gasUsed: 1_000 - 800 + 200 * 32,
    });
    expect(rowOf(trace, 2)).toMatchObject({ from: C, to: D });
  });

  test('takes a revert that its gas is not enough for as out of gas', () => {
    const steps = [
      { op: 'STATICCALL', stack: ['0x0', '0x0', '0x0', '0x0', C, '0x10'], memory },
      { op: 'REVERT', depth: 2, gas: 10, gasCost: 12, stack: ['0x20', '0x0'], memory },
      { op: 'STOP', stack: ['0x0'] },
    ];
    expect(rowOf(traceOf(parse(createStructLogsParser(context), answer(steps))), 1)).toMatchObject({
      error: 'out of gas',
      output: '0x',
      gas: 10,
      gasUsed: 10,
    });
  });

  test('gives a create whose code could not be stored no code', () => {
    const steps = [
      { op: 'CREATE', stack: ['0x4', '0x0', '0x0'], memory },
      { op: 'RETURN', depth: 2, gas: 500, gasCost: 0, stack: ['0x20', '0x0'], memory },
      { op: 'STOP', stack: ['0x0'] },
    ];
    expect(rowOf(traceOf(parse(createStructLogsParser(context), answer(steps))), 1)).toMatchObject({
      to: undefined,
      output: '0x',
      error: 'contract creation failed',
      gasUsed: 500,
    });
  });

  test('says what is missing without memory, and takes returndata where the node gives it', () => {
    const steps = [
      { op: 'CALL', stack: callStack(C) },
      { op: 'STOP', depth: 2 },
      { op: 'STOP', stack: ['0x1'], returnData: '0x1234' },
    ];
    const trace = traceOf(parse(createStructLogsParser(context), answer(steps)));
    expect(rowOf(trace, 1)).toMatchObject({ input: '0x', output: '0x1234' });
    expect(trace.limitations.join()).toContain('memory');
  });

  test('keeps the returndata of a call once, in however many steps the node repeats it', () => {
    const returnData = `0x${'ab'.repeat(96)}`;
    const steps = [
      { op: 'STATICCALL', stack: ['0x0', '0x0', '0x0', '0x0', C, '0x10'] },
      { op: 'POP', stack: ['0x1'], returnData },
      ...Array.from({ length: 1_000 }, () => ({ op: 'JUMPDEST', returnData })),
      { op: 'STOP', returnData },
    ];
    const trace = traceOf(parse(createStructLogsParser(context, { maxPayloadBytes: 1_000 }), answer(steps), 11));
    expect(rowOf(trace, 1)).toMatchObject({ output: returnData });
    expect(trace.payload).toHaveLength(4 + 96);
  });

  test('keeps the structure without a stack, and says so', () => {
    const steps = [{ op: 'CALL' }, { op: 'STATICCALL', depth: 2 }, { op: 'STOP', depth: 2 }, { op: 'STOP' }];
    const trace = traceOf(parse(createStructLogsParser(context), answer(steps)));
    expect(Array.from(trace.rows.parent)).toEqual([-1, 0, 1]);
    expect(rowOf(trace, 1)).toMatchObject({ from: B, to: undefined, flags: 0 });
    expect(trace.limitations.join()).toContain('stack');
  });

  test('takes minimal and padded words, decimal and hex gas, keys in any order', () => {
    const padded = callStack(C, '0x7').map((word) => word.slice(2).padStart(64, '0'));
    const one = answer([
      { op: 'CALL', stack: callStack(C, '0x7'), memory },
      { op: 'STOP', depth: 2, gas: 300 },
      { op: 'STOP', stack: ['0x1'] },
    ]);
    const turned = {
      result: {
        structLogs: [
          {
            memory: memory.map((word) => `0x${word}`),
            stack: padded,
            depth: 1,
            gasCost: '0x3',
            gas: '0x3e8',
            op: 'CALL',
            pc: 0,
          },
          { stack: [], op: 'STOP', depth: 2, gas: '0x12c', gasCost: '0x3' },
          { op: 'STOP', stack: ['1'.padStart(64, '0')], depth: 1, gas: '0x3e8', gasCost: 3 },
        ],
        returnValue: '0x',
        failed: false,
        gas: '0xc350',
      },
    };
    expect(rowsOf(traceOf(parse(createStructLogsParser(context), turned)))).toEqual(
      rowsOf(traceOf(parse(createStructLogsParser(context), one))),
    );
  });

  test('finds no steps empty where there must be some', () => {
    expect(parse(createStructLogsParser({ ...context, hasCode: true }), answer([]))).toEqual({
      ok: false,
      error: { kind: 'empty' },
    });
    expect(traceOf(parse(createStructLogsParser({ ...context, hasCode: false }), answer([]))).limitations).toEqual([]);
    expect(traceOf(parse(createStructLogsParser(context), answer([]))).limitations).toHaveLength(1);
    expect(parse(createStructLogsParser(context), { result: {} })).toEqual({ ok: false, error: { kind: 'empty' } });
    expect(parse(createStructLogsParser(context), { result: [] })).toEqual({ ok: false, error: { kind: 'empty' } });
  });

  test.each([
    [
      'a jump in depth',
      [
        { op: 'CALL', stack: callStack(C) },
        { op: 'STOP', depth: 3 },
      ],
    ],
    ['a depth without a call', [{ op: 'ADD' }, { op: 'ADD', depth: 2 }]],
    ['a depth above the first', [{ op: 'ADD' }, { op: 'ADD', depth: 0 }]],
    ['a negative depth', [{ op: 'ADD', depth: -1 }]],
    ['a word over 32 bytes', [{ op: 'CALL', stack: [`0x1${'00'.repeat(32)}`] }]],
    ['memory that is no hex', [{ op: 'CALL', stack: callStack(C), memory: ['zz'] }]],
  ])('finds %s malformed', (_, steps) => {
    expect(parse(createStructLogsParser(context), answer(steps as StepDraft[]))).toMatchObject({
      ok: false,
      error: { kind: 'malformed' },
    });
  });

  test('does not believe a memory size nobody could pay for', () => {
    const steps = [
      { op: 'CALL', stack: callStack(C, '0x0', `0x${'f'.repeat(60)}`), memory },
      { op: 'STOP', stack: ['0x0'] },
    ];
    expect(rowOf(traceOf(parse(createStructLogsParser(context), answer(steps))), 1)).toMatchObject({ input: '0x' });
  });
});
