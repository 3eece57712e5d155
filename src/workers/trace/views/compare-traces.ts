/** The diff of two open traces, and what is shown of it. */

import { diffState } from '../../../core/replay/compare-state-diffs';
import { diffTraces, RowChange, type TraceDiff } from '../../../core/trace/diff';
import { diffGas } from '../../../core/trace/diff-gas';
import { rowIndex, type Trace } from '../../../core/trace/rows';
import { firstPlace } from '../../../core/values/first-place';
import { namesOf } from '../../contracts/knowledge/address-names';
import type { DiffIndex, DiffRowView, DiffSummary, DiffWindow, FunctionGasView, StateDifferences } from '../diff.api';
import { rowView } from '../rows/row-view';
import type { StateDiff } from '../steps.api';
import type { TraceSession } from '../trace-session';

const MAX_ROWS = 500;
const MAX_FUNCTIONS = 1_000;
const MAX_DIFFERENCES = 1_000;

type Compared = {
  /** The traces it is of: a replay may put others in their place. */
  a: Trace;
  b: Trace;
  diff: TraceDiff;
  /** Indexes of the rows that lead to a difference. */
  concerned: Int32Array;
};

export type TraceComparison = {
  summary(): DiffSummary;
  rows(concerned: boolean, start: DiffIndex, count: number): DiffWindow;
  next(concerned: boolean, from: DiffIndex, backwards: boolean): DiffIndex;
  gas(): FunctionGasView[];
  state(a: StateDiff, b: StateDiff): Promise<StateDifferences>;
};

let kept: Compared | undefined;

/** Returns the comparison of two open traces. The last one made is kept. */
export function compareTraces(a: TraceSession, b: TraceSession): TraceComparison {
  const made = kept?.a === a.trace && kept.b === b.trace ? kept : compared(a.trace, b.trace);
  kept = made;
  const { diff, concerned } = made;
  const placeOf = (index: number, all: boolean) => (all ? index : lowerBound(concerned, index));
  const rowAt = (place: number, all: boolean) => (all ? place : concerned[place]);
  const countOf = (all: boolean) => (all ? diff.rows.length : concerned.length);

  return {
    summary() {
      const { rows, calls, events, gas, first } = diff;
      return {
        rowCount: rows.length,
        concernedCount: concerned.length,
        calls,
        events,
        gas,
        ...(first < 0 ? {} : { first: { all: first, concerned: placeOf(first, false) } }),
      };
    },
    rows(only, start, count) {
      const all = !only;
      const total = countOf(all);
      const from = Math.max(0, Math.min(Math.floor(start), total));
      const to = Math.min(total, from + Math.max(0, Math.min(Math.ceil(count), MAX_ROWS)));
      const rows = Array.from({ length: to - from }, (_, at) => diffRow(a, b, diff, rowAt(from + at, all), from + at));
      return { count: total, start: from, rows };
    },
    next(only, from, backwards) {
      const all = !only;
      const step = backwards ? -1 : 1;
      const total = countOf(all);
      for (let place = Math.floor(from) + step; place >= 0 && place < total; place += step) {
        if (diff.rows.change[rowAt(place, all)] !== RowChange.same) return place;
      }
      return -1;
    },
    gas: () => functionGas(a, b),
    async state(one, other) {
      const found = diffState(one, other);
      const differences = found.slice(0, MAX_DIFFERENCES);
      const names = await namesOf(
        a.knowledge.contracts,
        differences.map(({ address }) => address),
      );
      return { count: found.length, differences, names };
    },
  };
}

function compared(a: Trace, b: Trace): Compared {
  const diff = diffTraces(a, b);
  const concerned = new Int32Array(diff.rows.concerned.reduce((sum, mark) => sum + mark, 0));
  let count = 0;
  for (let row = 0; row < diff.rows.length; row++) {
    if (diff.rows.concerned[row] === 1) concerned[count++] = row;
  }
  return { a, b, diff, concerned };
}

function diffRow(a: TraceSession, b: TraceSession, { rows }: TraceDiff, row: number, index: number): DiffRowView {
  return {
    index,
    change: rows.change[row] as RowChange,
    differs: rows.differs[row],
    depth: rows.depth[row],
    ...(rows.a[row] < 0 ? {} : { a: rowView(a.showing, rowIndex(rows.a[row])) }),
    ...(rows.b[row] < 0 ? {} : { b: rowView(b.showing, rowIndex(rows.b[row])) }),
  };
}

function functionGas(a: TraceSession, b: TraceSession): FunctionGasView[] {
  const functions = diffGas(a.trace, b.trace).slice(0, MAX_FUNCTIONS);
  return functions.map(({ address, selector, callsA, callsB, gasA, gasB, row }) => {
    const session = row.side === 'a' ? a : b;
    const name = address === undefined ? undefined : session.knowledge.contracts.calleeName(address);
    const { functionName } = rowView(session.showing, row.row);
    return {
      ...(address === undefined ? {} : { address }),
      ...(name === undefined ? {} : { name }),
      ...(selector === undefined ? {} : { selector }),
      ...(functionName === undefined ? {} : { functionName }),
      callsA,
      callsB,
      ...(gasA === undefined ? {} : { gasA }),
      ...(gasB === undefined ? {} : { gasB }),
    };
  });
}

/** The place of the first entry that is not below `value`. */
function lowerBound(sorted: Int32Array, value: number): number {
  return firstPlace(0, sorted.length, (at) => sorted[at] >= value);
}
