import { expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import type { Log } from '../../../src/core/chain/transaction';
import { createCallTracerParser } from '../../../src/core/trace/call-tracer';
import { depthIdOf } from '../../../src/core/trace/depth-id';
import { addReceiptLogs, inOrderEmitted } from '../../../src/core/trace/receipt-logs';
import { type RowIndex, RowKind, type Trace } from '../../../src/core/trace/rows';

const address = (digit: string) => `0x${digit.repeat(40)}` as Address;
const frame = (to: string, calls: unknown[] = [], more: object = {}) => ({
  type: 'CALL',
  from: address('9'),
  to: address(to),
  gas: '0x1',
  gasUsed: '0x1',
  input: '0x',
  calls,
  ...more,
});
const log = (emitter: string, logIndex: number): Log => ({
  address: address(emitter),
  topics: [`0x${String(logIndex).repeat(64)}` as Hash],
  data: '0x0102',
  logIndex,
});

function traceOf(root: object): Trace {
  const parser = createCallTracerParser();
  parser.push(new TextEncoder().encode(JSON.stringify(root)));
  const parsed = parser.finish();
  if (!parsed.ok) throw new Error(parsed.error.kind);
  return parsed.value;
}

/** Depth ids of the log rows with their emitter's digit, in the order of rows. */
function logsOf(trace: Trace): string[] {
  const { rows, addresses } = trace;
  return Array.from({ length: rows.length }, (_, row) => row as RowIndex)
    .filter((row) => rows.kind[row] === RowKind.log)
    .map((row) => `${depthIdOf(trace, row)} ${addresses[rows.from[row] ?? 0]?.[2]}`);
}

test('a log stands in the one call that ran as its emitter, after the calls that one made', () => {
  const trace = addReceiptLogs(traceOf(frame('1', [frame('2', [frame('3')]), frame('4')])), [log('3', 0), log('2', 1)]);
  expect(logsOf(trace)).toEqual(['0.0.0.e0 3', '0.0.e0 2']);
  expect([...trace.rows.subtreeEnd]).toEqual([6, 5, 4, 4, 5, 6]);
  expect([...trace.rows.depth]).toEqual([0, 1, 2, 3, 2, 1]);
});

test('a log whose emitter ran several times stands at the end of the root, and the limitation says so', () => {
  const trace = addReceiptLogs(traceOf(frame('1', [frame('2'), frame('2')])), [log('2', 0)]);
  expect(logsOf(trace)).toEqual(['0.e0 2']);
  expect(trace.limitations.at(-1)).toMatch(/1 of them, whose call is not known, at the end of the first call\.$/);
});

test('delegated code logs as its caller, and calls that failed do not log', () => {
  const delegate = { ...frame('7'), type: 'DELEGATECALL', from: address('1') };
  const failed = frame('2', [], { error: 'execution reverted' });
  const root = { ...frame('8', [frame('2'), failed, delegate]) };
  expect(logsOf(addReceiptLogs(traceOf(root), [log('2', 0), log('1', 1)]))).toEqual(['0.0.e0 2', '0.2.e0 1']);
});

test('keeps topics and data of each log', () => {
  const trace = addReceiptLogs(traceOf(frame('1')), [log('1', 5)]);
  const { inputStart, inputLength, outputStart, selector } = trace.rows;
  const bytes = trace.payload.subarray(inputStart[1], (inputStart[1] ?? 0) + (inputLength[1] ?? 0));
  expect([...bytes]).toEqual([...Array(32).fill(0x55), 1, 2]);
  expect(outputStart[1]).toBe(1);
  expect(trace.selectors[selector[1] ?? -1]).toBe('0x55555555');
});

test('log rows are put into the order of the receipt, and left alone when they are not its logs', () => {
  const trace = addReceiptLogs(traceOf(frame('1', [frame('2'), frame('3')])), [log('3', 0), log('2', 1), log('3', 2)]);
  const { rows } = trace;
  const found = Array.from({ length: rows.length }, (_, row) => row as RowIndex).filter(
    (row) => rows.kind[row] === RowKind.log,
  );
  const emitters = (of: readonly RowIndex[]) => of.map((row) => trace.addresses[rows.from[row] ?? 0]?.[2]).join('');
  const topics = (of: readonly RowIndex[]) => of.map((row) => trace.payload[rows.inputStart[row] ?? 0]);
  expect(emitters(found)).toBe('233');
  const ordered = inOrderEmitted(trace, found, [log('3', 0), log('2', 1), log('3', 2)]);
  expect(emitters(ordered)).toBe('323');
  expect(topics(ordered)).toEqual([0x00, 0x11, 0x22]);
  expect(inOrderEmitted(trace, found, [log('3', 0), log('2', 1)])).toBe(found);
  expect(inOrderEmitted(trace, found, [log('3', 0), log('2', 1), log('4', 2)])).toBe(found);
});
