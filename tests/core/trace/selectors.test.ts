import { expect, test } from 'vitest';
import { asciiBytes } from '../../../src/core/json/bytes';
import { DEFAULT_LIMITS } from '../../../src/core/trace/parser';
import { RowKind } from '../../../src/core/trace/rows';
import { TraceBuilder } from '../../../src/core/trace/trace-builder';

const INIT = '6080604052aabbccdd';

/** The selectors of a call with `input`, as the node reports it, and of what it calls. */
function selectorsOf(
  input: string,
  child?: { kind: number; to: string; input: string; gasUsed: number },
): (string | undefined)[] {
  const builder = new TraceBuilder('callTracer', DEFAULT_LIMITS);
  const add = (kind: number, parent: number, to: string, data: string, gasUsed: number) => {
    const row = builder.addRow(kind, parent);
    builder.from[row] = builder.address(asciiBytes('11'.repeat(20)), 0, 40);
    builder.to[row] = builder.address(asciiBytes(to), 0, 40);
    builder.gasUsed[row] = gasUsed;
    builder.inputStart[row] = builder.payloadLength;
    builder.inputLength[row] = builder.appendHex(asciiBytes(data), 0, data.length);
  };
  add(RowKind.call, -1, '22'.repeat(20), input, 60_000);
  if (child) add(child.kind, 0, child.to, child.input, child.gasUsed);
  const { rows, selectors } = builder.finish();
  return Array.from(rows.selector, (index) => selectors[index]);
}

test('calldata selects a function', () => {
  expect(selectorsOf('a9059cbb00')).toEqual(['0xa9059cbb']);
});

test('init code that a deployer creates as it is selects none, also after a salt', () => {
  const create = { kind: RowKind.create2, to: '33'.repeat(20), input: INIT, gasUsed: 50_000 };
  expect(selectorsOf(INIT, create)).toEqual([undefined, undefined]);
  expect(selectorsOf(`${'05'.repeat(32)}${INIT}`, create)).toEqual([undefined, undefined]);
  expect(selectorsOf(`a9059cbb${INIT}`, create)[0]).toBe('0xa9059cbb');
});

test('a text for an account without code, and the input of a precompile, select none', () => {
  const text = { kind: RowKind.call, to: '33'.repeat(20), input: '5365652061', gasUsed: 0 };
  expect(selectorsOf('a9059cbb', text)).toEqual(['0xa9059cbb', undefined]);
  expect(selectorsOf('a9059cbb', { ...text, gasUsed: 7 })).toEqual(['0xa9059cbb', '0x53656520']);
  const identity = { ...text, to: `${'00'.repeat(19)}04`, gasUsed: 18 };
  expect(selectorsOf('a9059cbb', identity)).toEqual(['0xa9059cbb', undefined]);
});
