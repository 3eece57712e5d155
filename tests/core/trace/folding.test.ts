import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFolding, type Folding } from '../../../src/core/trace/folding';
import { type RowIndex, RowKind, type Trace } from '../../../src/core/trace/rows';
import { isAccessKind } from '../../../src/core/trace/toggles';
import { callTree } from '../../helpers/call-tree';
import { randomTrees, repeatedTree } from '../../helpers/random-trace';

/** The same by definition: a row shows when no ancestor is collapsed and it is no hidden event. */
class NaiveFolding {
  collapsed = new Set<number>();
  leaves = { events: true, storage: true };
  constructor(private readonly trace: Trace) {}
  private isHidden(row: number): boolean {
    const kind = this.trace.rows.kind[row] ?? -1;
    return (!this.leaves.events && kind === RowKind.log) || (!this.leaves.storage && isAccessKind(kind));
  }
  children(row: number): number[] {
    return this.all().filter((child) => this.trace.rows.parent[child] === row && !this.isHidden(child));
  }
  all(): number[] {
    return Array.from({ length: this.trace.rows.length }, (_, row) => row);
  }
  rows(): number[] {
    return this.all().filter((row) => {
      if (this.isHidden(row)) return false;
      for (let above = this.trace.rows.parent[row]!; above >= 0; above = this.trace.rows.parent[above]!) {
        if (this.collapsed.has(above)) return false;
      }
      return true;
    });
  }
}

function expectSame(folding: Folding, naive: NaiveFolding, trace: Trace): void {
  const rows = naive.rows();
  expect(folding.visibleCount).toBe(rows.length);
  expect(Array.from({ length: rows.length }, (_, index) => folding.rowAt(index))).toEqual(rows);
  const foldable = naive.all().filter((row) => naive.children(row).length > 0);
  expect(folding.anyCollapsed).toBe(foldable.some((row) => naive.collapsed.has(row)));
  expect(folding.anyExpanded).toBe(foldable.some((row) => !naive.collapsed.has(row)));
  for (const row of naive.all()) {
    expect(folding.indexOf(row as RowIndex)).toBe(rows.indexOf(row));
    expect(folding.hasVisibleChildren(row as RowIndex)).toBe(naive.children(row).length > 0);
  }
  for (const row of rows) {
    const parent = trace.rows.parent[row]!;
    const siblings = parent < 0 ? [row] : naive.children(parent);
    expect(folding.positionOf(row as RowIndex)).toEqual({
      position: siblings.indexOf(row) + 1,
      siblings: siblings.length,
    });
  }
}

type Act = { what: 'fold' | 'unfold' | 'reveal' | 'expandAll' | 'collapseAll' | 'events' | 'storage'; row: number };
const acts = fc.array(
  fc.record({
    what: fc.constantFrom<Act['what']>(
      'fold',
      'fold',
      'fold',
      'unfold',
      'unfold',
      'reveal',
      'expandAll',
      'collapseAll',
      'events',
      'storage',
    ),
    row: fc.nat(10_000),
  }),
  { maxLength: 12 },
);

function act(folding: Folding, naive: NaiveFolding, trace: Trace, { what, row: number }: Act): void {
  const row = (number % trace.rows.length) as RowIndex;
  const hasChildren = naive.children(row).length > 0;
  switch (what) {
    case 'fold':
      folding.setExpanded(row, false);
      if (hasChildren) naive.collapsed.add(row);
      break;
    case 'unfold':
      folding.setExpanded(row, true);
      if (hasChildren) naive.collapsed.delete(row);
      break;
    case 'reveal': {
      const index = folding.reveal(row);
      if (trace.rows.kind[row] === RowKind.log) naive.leaves.events = true;
      if (isAccessKind(trace.rows.kind[row] ?? -1)) naive.leaves.storage = true;
      for (let at = trace.rows.parent[row]!; at >= 0; at = trace.rows.parent[at]!) naive.collapsed.delete(at);
      expect(index).toBe(naive.rows().indexOf(row));
      break;
    }
    case 'expandAll':
      folding.expandAll();
      naive.collapsed.clear();
      break;
    case 'collapseAll':
      folding.collapseAll();
      naive.collapsed = new Set(naive.all().filter((at) => trace.rows.subtreeEnd[at]! > at + 1));
      break;
    case 'events':
    case 'storage':
      folding.setLeaves({ ...folding.leaves, [what]: !folding.leaves[what] });
      naive.leaves[what] = !naive.leaves[what];
  }
}

/** Every third leaf made an access to storage, and every fourth call an internal one. */
function withAccesses(trace: Trace): Trace {
  const { kind, length, subtreeEnd } = trace.rows;
  for (let row = 1; row < length; row++) {
    if (subtreeEnd[row] === row + 1 && row % 3 === 0)
      kind[row] = row % 2 === 0 ? RowKind.storageRead : RowKind.storageWrite;
    else if (kind[row] !== RowKind.log && row % 4 === 0) kind[row] = RowKind.internal;
  }
  return trace;
}

describe('folding', () => {
  test('is what its definition says after any acts', { timeout: 30_000 }, () => {
    fc.assert(
      fc.property(randomTrees, acts, (text, all) => {
        const trace = withAccesses(callTree(text));
        const folding = createFolding(trace);
        const naive = new NaiveFolding(trace);
        expectSame(folding, naive, trace);
        for (const one of all) {
          act(folding, naive, trace, one);
          expectSame(folding, naive, trace);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('is so across blocks of rows too', () => {
    const trace = repeatedTree('A\n  #E\n  B > C\n    D\n  #F', 700);
    const folding = createFolding(trace);
    const naive = new NaiveFolding(trace);
    const steps: Act[] = [
      { what: 'fold', row: 1 },
      { what: 'fold', row: 2_000 * 2 },
      { what: 'events', row: 0 },
      { what: 'fold', row: 0 },
      { what: 'reveal', row: 3_333 },
      { what: 'collapseAll', row: 0 },
      { what: 'unfold', row: 0 },
      { what: 'expandAll', row: 0 },
    ];
    for (const step of steps) {
      act(folding, naive, trace, step);
      const rows = naive.rows();
      expect(folding.visibleCount).toBe(rows.length);
      for (let index = 0; index < rows.length; index += 97) {
        expect(folding.rowAt(index)).toBe(rows[index]);
        expect(folding.indexOf(rows[index] as RowIndex)).toBe(index);
      }
    }
  });

  test('answers -1 outside and lists ancestors from the outside in', () => {
    const folding = createFolding(callTree('A > B > C'));
    expect([folding.rowAt(-1), folding.rowAt(3), folding.rowAt(Number.NaN)]).toEqual([-1, -1, -1]);
    expect(folding.ancestors(2 as RowIndex)).toEqual([0, 1]);
  });
});
