import { expect, test } from 'vitest';
import { availableFilters } from '../../../src/core/source/available-filters';
import { mergeTrees } from '../../../src/core/source/merge-trees';
import {
  collapsedInTrace,
  collapsedInTree,
  depthIdOfNumber,
  numberAt,
  numberOfDepthId,
  placeOf,
  presentNumber,
  sourceIndexOf,
  traceRowOf,
} from '../../../src/core/source/merged-tree';
import { createSearch, NO_NAMES } from '../../../src/core/source/search-rows';
import type { SourceTree } from '../../../src/core/source/source-tree';
import { TreeColumns } from '../../../src/core/source/tree-columns';
import { createFolding } from '../../../src/core/trace/folding';
import { RowFlag, type RowIndex, RowKind } from '../../../src/core/trace/rows';
import { callTree } from '../../helpers/call-tree';

/**
 *     index  place  number            id
 *       0      0      0    A          0
 *       1      -      -      entry()  (0.i0)
 *       2      1     5+2     inner()  0.i1
 *       3      2     5+3       read   0.s0
 *       4      3      1        B      0.0
 *       5      4      2          #E   0.0.e0
 *       6      5     5+6         read 0.0.s0
 *       7      6      3        C !    0.1
 *       8      7     5+8         g()  0.1.i0
 *       9      8      4      D        0.2
 */
const trace = callTree('A\n  B\n    #E\n  C !\n  D');

function sourceTree(): SourceTree {
  const columns = new TreeColumns();
  const add = (kind: RowKind, parent: number, row: number, ordinal = -1) => {
    columns.ordinal[columns.add(kind, parent, row, -1, -1)] = ordinal;
  };
  add(RowKind.call, -1, 0);
  add(RowKind.internal, 0, 0, 0);
  add(RowKind.internal, 1, 0, 1);
  add(RowKind.storageRead, 2, 0, 0);
  add(RowKind.call, 2, 1);
  add(RowKind.log, 4, 2);
  add(RowKind.storageRead, 4, 1, 0);
  add(RowKind.call, 2, 3);
  add(RowKind.internal, 7, 3, 0);
  add(RowKind.call, 1, 4);
  return { ...columns.finish(), functions: [] };
}

const tree = mergeTrees(trace, sourceTree(), (index) => index === 1);
const numbers = [0, 7, 8, 1, 2, 11, 3, 13, 4];
const ids = ['0', '0.i1', '0.s0', '0.0', '0.0.e0', '0.0.s0', '0.1', '0.1.i0', '0.2'];

test('rows of the sources stand among those of the trace, the selected function being its call', () => {
  const { length, depth, parent, subtreeEnd, flags } = tree.rows;
  expect(length).toBe(9);
  expect([...depth]).toEqual([0, 1, 2, 2, 3, 3, 2, 3, 1]);
  expect([...parent]).toEqual([-1, 0, 1, 1, 3, 3, 1, 6, 0]);
  expect([...subtreeEnd]).toEqual([9, 8, 3, 6, 5, 6, 8, 8, 9]);
  expect([...flags].map((flag) => flag & RowFlag.undone)).toEqual([0, 0, 0, 0, 0, 0, 0, RowFlag.undone, 0]);
});

test('a row keeps its number, and has an id that leads back to it', () => {
  for (const [place, number] of numbers.entries()) {
    expect(numberAt(tree, place)).toBe(number);
    expect(placeOf(tree, number as RowIndex)).toBe(place);
    expect(depthIdOfNumber(trace, tree, number as RowIndex)).toBe(ids[place]);
    expect(numberOfDepthId(trace, tree, ids[place] ?? '')).toBe(number);
  }
  // The entry stands at its call.
  expect(placeOf(tree, numberOfDepthId(trace, tree, '0.i0') as RowIndex)).toBe(0);
  for (const id of ['0.i2', '0.s1', '0.0.i0', '0.9.i0', '0.i01', '0.i'])
    expect(numberOfDepthId(trace, tree, id)).toBeUndefined();
  expect(numberOfDepthId(trace, undefined, '0.i1')).toBeUndefined();
  for (const number of [-1, 5, 6 + 100, 15]) expect(placeOf(tree, number as RowIndex)).toBe(-1);
});

test('rows of a later reading have numbers of their own, and those of the earlier one stand for their frames', () => {
  const again = mergeTrees(trace, sourceTree(), () => false, tree);
  // The entry is a row now. Numbers of the second reading begin after the ten of the first.
  const present = [0, 5 + 10 + 1, 17, 18, 1, 2, 21, 3, 23, 4];
  for (const [place, number] of present.entries()) {
    expect(numberAt(again, place)).toBe(number);
    expect(presentNumber(again, number as RowIndex)).toBe(number);
    expect(placeOf(again, number as RowIndex)).toBe(place);
    expect(numberOfDepthId(trace, again, depthIdOfNumber(trace, again, number as RowIndex))).toBe(number);
  }
  // inner(), read, read, g()
  const frames = [7, 8, 11, 13].map((number) => presentNumber(again, number as RowIndex));
  expect(frames).toEqual([0, 0, 1, 3]);
  expect(sourceIndexOf(again, 18 as RowIndex)).toBe(3);
  expect(traceRowOf(trace, again, 21 as RowIndex)).toBe(1);
  expect(placeOf(again, 25 as RowIndex)).toBe(-1);

  const third = mergeTrees(trace, sourceTree(), () => false, again);
  expect(numberAt(third, 1)).toBe(5 + 20 + 1);
  expect([7, 13, 18, 23].map((number) => presentNumber(third, number as RowIndex))).toEqual([0, 3, 0, 3]);
});

test('what is collapsed is carried over between the trees', () => {
  const inside = createFolding(tree).collapsed.slice();
  inside[1] = 1;
  const ofTrace = Uint8Array.of(0, 1, 0, 0, 0);
  const merged = collapsedInTree(tree, ofTrace, inside);
  expect([...merged]).toEqual([0, 1, 0, 1, 0, 0, 0, 0, 0]);
  expect([...collapsedInTrace(tree, merged)]).toEqual([...ofTrace]);
});

test('search finds rows of both by their places', () => {
  const search = createSearch(trace, undefined, {
    tree,
    classOf: (index) => (tree.source.kind[index] === RowKind.internal ? 0 : 1),
    words: () => [
      { opcode: 'jump', name: 'helper', contract: 'vault', file: 'src/vault.sol' },
      { opcode: 'sload', name: 'balances[1]', contract: '', file: '' },
    ],
  });
  expect([...search.find('Balances', 'all')]).toEqual([2, 5]);
  expect([...search.find('helper', 'function')]).toEqual([1, 7]);
  expect([...search.find('helper', 'opcode')]).toEqual([]);
  expect([...search.find('VAULT.sol', 'file')]).toEqual([1, 7]);
  expect([...search.find('sload', 'opcode')]).toEqual([2, 5]);
  expect([...search.find('log', 'opcode')]).toEqual([4]);
  expect([...search.find('', 'reverts')]).toEqual([6]);
  expect(availableFilters(trace, NO_NAMES, true)).toContain('file');
});
