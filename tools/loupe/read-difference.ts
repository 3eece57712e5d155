/** What the page of two transactions shows: facts and text are both made of these answers. */
import type { Failure } from '../../src/core/values/failure';
import type { Result } from '../../src/core/values/result';
import type { Engine } from '../../src/workers/engine';
import type {
  DiffPair,
  DiffRowView,
  DiffSummary,
  FunctionGasView,
  StateDifferences,
} from '../../src/workers/trace/diff.api';

export type DifferenceAnswers = {
  isSame: boolean;
  summary: DiffSummary;
  /** Rows that differ, or lead to one that does, from the one that was asked for on. */
  rows: readonly DiffRowView[];
  /** Functions whose own gas differs. */
  gas: readonly FunctionGasView[];
  state: Result<StateDifferences, Failure>;
};

/** Rows of one answer (diff.api.ts). */
const WINDOW = 500;

/** Asks for the difference of two open traces: at most `most` rows from `start` on. */
export async function readDifference(
  { trace }: Pick<Engine, 'trace'>,
  pair: DiffPair,
  most: number,
  start = 0,
): Promise<DifferenceAnswers> {
  const summary = await trace.diff(pair);
  const rows: DiffRowView[] = [];
  while (rows.length < Math.min(most, summary.concernedCount - start)) {
    const window = await trace.diffRows(pair, true, start + rows.length, Math.min(WINDOW, most - rows.length));
    if (window.rows.length === 0) break;
    rows.push(...window.rows);
  }
  const state = await trace.diffState(pair);
  const gas = (await trace.diffGas(pair)).filter(({ gasA, gasB }) => gasA !== gasB);
  const isSame = summary.concernedCount === 0 && state.ok && state.value.count === 0;
  return { isSame, summary, rows, gas, state };
}
