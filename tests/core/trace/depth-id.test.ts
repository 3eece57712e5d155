import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthIdOf, rowOfDepthId } from '../../../src/core/trace/depth-id';
import { type RowIndex, RowKind, type Trace } from '../../../src/core/trace/rows';
import { callTree } from '../../helpers/call-tree';
import { randomTrees, repeatedTree } from '../../helpers/random-trace';

function naiveIds(trace: Trace): string[] {
  const ids: string[] = [];
  const frames = new Map<number, number>();
  const logs = new Map<number, number>();
  for (let row = 0; row < trace.rows.length; row++) {
    const parent = trace.rows.parent[row]!;
    const isLog = trace.rows.kind[row] === RowKind.log;
    const counts = isLog ? logs : frames;
    const before = counts.get(parent) ?? 0;
    counts.set(parent, before + 1);
    ids.push(parent < 0 ? '0' : `${ids[parent]}.${isLog ? 'e' : ''}${before}`);
  }
  return ids;
}

function expectIds(trace: Trace): void {
  const expected = naiveIds(trace);
  for (const [row, id] of expected.entries()) {
    expect(depthIdOf(trace, row as RowIndex)).toBe(id);
    expect(rowOfDepthId(trace, id)).toBe(row);
  }
}

describe('depth ids', () => {
  test('number frames among frames and events among events', () => {
    const trace = callTree('A\n  #One\n  B\n    #Two\n  #Three\n  C > D');
    expect(trace.rows.length).toBe(7);
    expect(Array.from({ length: 7 }, (_, row) => depthIdOf(trace, row as RowIndex))).toEqual([
      '0',
      '0.e0',
      '0.0',
      '0.0.e0',
      '0.e1',
      '0.1',
      '0.1.0',
    ]);
  });

  test('agree with counting one by one, in small and in large traces', () => {
    fc.assert(fc.property(randomTrees, (text) => expectIds(callTree(text))));
    expectIds(repeatedTree('A\n  #E\n  B\n#E\nC\n#F', 500));
  });

  test.each(['', '1', '0.', '0.9', '0.e0', '0.-1', '0.00', '0.0.0.0', '0.x0', '0.1e5', '0.0 ', '0.99999999999'])(
    'knows no row for %j',
    (id) => {
      expect(rowOfDepthId(callTree('A > B'), id)).toBeUndefined();
    },
  );
});
