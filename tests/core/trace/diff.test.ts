import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffTraces, RowChange, RowDifference, type TraceDiff } from '../../../src/core/trace/diff';
import { diffGas } from '../../../src/core/trace/diff-gas';
import type { Trace } from '../../../src/core/trace/rows';
import { commonSubsequence } from '../../../src/core/values/common-subsequence';
import { addressOf, callTree, drawRows, selectorOf } from '../../helpers/call-tree';
import { randomTrees, repeatedTree } from '../../helpers/random-trace';

const SIGNS = ['=', '~', '+', '-'];

/** One line a row: = same, ~ changed, + added, - removed. */
function draw(a: Trace, b: Trace): string[] {
  const { rows } = diffTraces(a, b);
  const [one, other] = [drawRows(a).split('\n'), drawRows(b).split('\n')];
  return Array.from({ length: rows.length }, (_, row) => {
    const line = rows.a[row]! >= 0 ? one[rows.a[row]!]! : other[rows.b[row]!]!;
    return `${SIGNS[rows.change[row]!]} ${line}`;
  });
}

test('a call that was put in between is added, and those around it stay together', () => {
  const a = callTree(`
    Router.swap
      Oracle.price :staticcall
      Token.move
        #Transfer
  `);
  const b = callTree(`
    Router.swap
      Oracle.price :staticcall
      Fee.take
        Token.move = 7
      Token.move
        #Transfer
  `);
  expect(draw(a, b)).toEqual([
    '= call Router',
    '=   staticcall Oracle',
    '+   call Fee',
    '+     call Token',
    '=   call Token',
    '=     log Token',
  ]);
  const diff = diffTraces(a, b);
  expect(diff.first).toBe(2);
  expect(diff.calls).toEqual({ same: 3, changed: 0, added: 2, removed: 0 });
  expect(diff.events).toEqual({ same: 1, changed: 0, added: 0, removed: 0 });
  expect(Array.from(diff.rows.concerned)).toEqual([1, 0, 1, 1, 0, 0]);
});

test('the first of three calls that is gone leaves the others the same', () => {
  const a = callTree('Router\n  Token.move = 1\n  Token.move = 2\n  Token.move = 3');
  const b = callTree('Router\n  Token.move = 2\n  Token.move = 3');
  expect(draw(a, b)).toEqual(['= call Router', '-   call Token', '=   call Token', '=   call Token']);
});

test('a row says what differs', () => {
  const a = callTree('Router\n  Token.move = 1\n  Pool.sync ~ 0x08c379a0 !');
  const b = callTree('Router\n  Token.move = 2\n  Pool.sync ! out of gas');
  const { rows } = diffTraces(a, b);
  expect(Array.from(rows.change)).toEqual([RowChange.same, RowChange.changed, RowChange.changed]);
  expect(Array.from(rows.differs)).toEqual([0, RowDifference.value, RowDifference.output | RowDifference.failure]);
});

test('the same function of another contract is changed, not removed and added', () => {
  const a = callTree('Router\n  Token.move\n    #Transfer');
  const b = callTree('Router\n  Other.move\n    #Transfer');
  expect(draw(a, b)).toEqual(['= call Router', '~   call Token', '~     log Token']);
});

test('gas alone changes no row', () => {
  const a = callTree('Router\n  Token.move');
  const b = callTree('Router\n  Token.move');
  b.rows.gasUsed[1] = 42;
  const diff = diffTraces(a, b);
  expect(diff.first).toBe(-1);
  expect(diff.gas).toBe(1);
  expect(diff.rows.differs[1]).toBe(RowDifference.gas);
});

test('a trace is no different from itself', () => {
  fc.assert(
    fc.property(randomTrees, (text) => {
      const diff = diffTraces(callTree(text), callTree(text));
      expect(diff.first).toBe(-1);
      expect(diff.rows.differs.every((bits) => bits === 0)).toBe(true);
      expect(diff.rows.concerned.every((mark) => mark === 0)).toBe(true);
    }),
  );
});

test('which trace comes first makes no difference, and no row is lost', () => {
  fc.assert(
    fc.property(randomTrees, randomTrees, (one, other) => {
      const [a, b] = [callTree(one), callTree(other)];
      const there = diffTraces(a, b);
      const back = diffTraces(b, a);
      expect(pairsOf(there)).toEqual(pairsOf(back).map(mirrored).sort(byPlace));
      expect(sidesOf(there.rows.a, there.rows.length)).toEqual(Array.from({ length: a.rows.length }, (_, row) => row));
      expect(sidesOf(there.rows.b, there.rows.length)).toEqual(Array.from({ length: b.rows.length }, (_, row) => row));
      const concerned = there.rows.concerned.some((mark) => mark === 1);
      expect(concerned).toBe(there.first >= 0);
    }),
    { numRuns: 500 },
  );
});

/** Pairs with what differs and their depth, in the order of the first trace, then of the second. */
function pairsOf({ rows }: TraceDiff): number[][] {
  return Array.from({ length: rows.length }, (_, row) => [
    rows.a[row]!,
    rows.b[row]!,
    rows.differs[row]!,
    rows.depth[row]!,
  ]).sort(byPlace);
}

function mirrored([a = 0, b = 0, differs = 0, depth = 0]: number[]): number[] {
  return [b, a, differs, depth];
}

function byPlace(one: number[], other: number[]): number {
  return one[0]! - other[0]! || one[1]! - other[1]!;
}

/** The rows of one side, in the order they stand in. */
function sidesOf(column: Int32Array, length: number): number[] {
  return Array.from(column.subarray(0, length)).filter((row) => row >= 0);
}

test('long lists of siblings are aligned without a table of their product', () => {
  const a = Array.from({ length: 20_000 }, (_, at) => at);
  const b = a.filter((key) => key % 100 !== 0);
  expect(commonSubsequence(a, b)).toHaveLength(b.length);
  const repeating = Array.from({ length: 20_000 }, (_, at) => at % 7);
  const shifted = [...repeating.slice(3), 1, 2, 3];
  expect(commonSubsequence(repeating, shifted).length).toBeGreaterThan(19_000);
});

test('a large trace with one call more is aligned row by row', () => {
  const a = repeatedTree('Router.swap\n  Token.move\n    #Transfer\n  Pool.sync', 5_000);
  const b = repeatedTree('Router.swap\n  Token.move\n    #Transfer\n  Pool.sync', 5_001);
  const { calls, events } = diffTraces(a, b);
  expect(calls).toEqual({ same: 15_001, changed: 0, added: 3, removed: 0 });
  expect(events).toEqual({ same: 5_000, changed: 0, added: 1, removed: 0 });
});

test('gas of a function is its own, without its callees, and the largest difference comes first', () => {
  const a = callTree('Router.swap\n  Token.move\n  Token.move\n  Pool.sync');
  const b = callTree('Router.swap\n  Token.move\n  Pool.sync');
  a.rows.gasUsed[0] = 1_000;
  b.rows.gasUsed[0] = 1_000;
  const functions = diffGas(a, b).map(({ address, selector, row: _, ...counts }) => ({ address, selector, ...counts }));
  expect(functions.slice(0, 2)).toEqual([
    { address: addressOf('Router'), selector: selectorOf('swap'), callsA: 1, callsB: 1, gasA: 700, gasB: 800 },
    { address: addressOf('Token'), selector: selectorOf('move'), callsA: 2, callsB: 1, gasA: 200, gasB: 100 },
  ]);
  expect(functions[2]).toMatchObject({ gasA: 100, gasB: 100 });
});
