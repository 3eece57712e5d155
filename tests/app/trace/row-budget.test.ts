import { expect, test } from 'vitest';
import { type Drawn, nextRowBudget, ROW_BUDGET, rowsWithinBudget } from '../../../src/app/views/trace/row-budget';
import type { RowLook } from '../../../src/app/views/trace/TraceRow';
import type { RowIndex } from '../../../src/core/trace/rows';
import type { RowView } from '../../../src/workers/trace/rows.api';

const LOOK = { levels: 3, gas: true, rootGas: 0 } as RowLook;
const TWELVE = 12;
const NOTHING: ReadonlyMap<RowIndex, Drawn> = new Map();

function viewsOf(count: number): RowView[] {
  return Array.from({ length: count }, (_, row) => ({ row: row as RowIndex }) as RowView);
}

function byRow(drawn: ReadonlyMap<number, Drawn>): ReadonlyMap<RowIndex, Drawn> {
  return new Map([...drawn.values()].map((each) => [each.view.row, each]));
}

test('a screenful comes a ration a frame, top first, until all of it is there', () => {
  const views = viewsOf(40);
  const range = { first: 0, last: 39, must: -1 };
  let before = NOTHING;
  const counts: number[] = [];
  for (;;) {
    const { drawn, waiting } = rowsWithinBudget(range, (index) => views[index], LOOK, before, TWELVE);
    counts.push(drawn.size);
    if (counts.length === 1) {
      expect(drawn.has(0)).toBe(true);
      expect(drawn.has(19)).toBe(false);
    }
    before = byRow(drawn);
    if (!waiting) break;
  }
  expect(counts).toEqual([TWELVE, 2 * TWELVE, 3 * TWELVE, 40]);
});

test('a row that is there stays as it is until its turn comes', () => {
  const old = viewsOf(30);
  const drawnBefore = new Map(old.map((view) => [view.row, { view, look: LOOK }]));
  const renamed = viewsOf(30);
  const { drawn, waiting } = rowsWithinBudget(
    { first: 0, last: 29, must: -1 },
    (index) => renamed[index],
    LOOK,
    drawnBefore,
    TWELVE,
  );
  expect(drawn.size).toBe(30);
  expect([...drawn].filter(([index, { view }]) => view === renamed[index])).toHaveLength(TWELVE);
  expect([...drawn].filter(([index, { view }]) => view === old[index])).toHaveLength(30 - TWELVE);
  expect(waiting).toBe(true);
});

test('rows drawn before cost nothing, rows that are not here are left out, and one row never waits', () => {
  const views = viewsOf(60);
  const drawnBefore = new Map(views.slice(10, 40).map((view) => [view.row, { view, look: LOOK }]));
  const { drawn } = rowsWithinBudget(
    { first: 0, last: 59, must: 59 },
    (index) => (index === 5 ? undefined : views[index]),
    LOOK,
    drawnBefore,
    TWELVE,
  );
  expect(drawn.has(5)).toBe(false);
  expect(drawn.has(59)).toBe(true);
  expect(drawn.size).toBe(30 + TWELVE + 1);
});

test('a machine that is slow draws fewer rows a frame, and more again once it is not', () => {
  expect(nextRowBudget(12, 40)).toBe(4);
  expect(nextRowBudget(4, 400)).toBe(ROW_BUDGET.least);
  expect(nextRowBudget(8, 12)).toBe(8);
  let ration: number = ROW_BUDGET.least;
  for (let frame = 0; frame < 6; frame++) ration = nextRowBudget(ration, 2);
  expect(ration).toBe(ROW_BUDGET.most);
  expect(nextRowBudget(ROW_BUDGET.first, 12)).toBe(ROW_BUDGET.most);
});
