/**
 * The part of the trace worker's contract that compares two open traces: of
 * two transactions, or of a mined and a changed execution of one. The diff
 * stays in the worker; the page asks for windows of its rows.
 */

import type { Name } from '../../core/chain/name';
import type { Address, Selector } from '../../core/chain/primitives';
import type { StateDifference } from '../../core/replay/compare-state-diffs';
import type { RowChange, Tally } from '../../core/trace/diff';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { TraceHandle } from '../ids';
import type { RowView } from './rows.api';

/** Two open traces, each by its handle. A diff is valid as long as both are. */
export type DiffPair = { a: TraceHandle; b: TraceHandle };

/** Position among the rows that are asked for: all, or those that lead to a difference. 0-based. */
export type DiffIndex = number;

export type DiffSummary = {
  rowCount: number;
  /** Rows that differ, and the frames above them. */
  concernedCount: number;
  calls: Tally;
  events: Tally;
  /** Rows in both traces whose gas used differs. */
  gas: number;
  /** The first row that is not the same: a place among all rows, and among those that differ; absent when none differs. */
  first?: { all: DiffIndex; concerned: DiffIndex };
};

/** One row of the diff; one side is absent when the row was added or removed. */
export type DiffRowView = {
  index: DiffIndex;
  change: RowChange;
  /** RowDifference bits, 0 unless it is in both traces. */
  differs: number;
  depth: number;
  a?: RowView;
  b?: RowView;
};

export type DiffWindow = { count: number; start: DiffIndex; rows: readonly DiffRowView[] };

export type FunctionGasView = {
  /** Absent for creates. */
  address?: Address;
  name?: Name;
  selector?: Selector;
  functionName?: Name;
  callsA: number;
  callsB: number;
  /** Gas the function used itself, its callees apart; absent where the source of the trace does not state it. */
  gasA?: number;
  gasB?: number;
};

export type StateDifferences = {
  count: number;
  differences: readonly StateDifference[];
  /** Names of the addresses in `differences`. */
  names: Readonly<Record<Address, Name>>;
};

export interface DiffApi {
  /** Aligns the two traces. Linear in their rows, and kept until another pair is asked for. */
  diff(pair: DiffPair): Promise<DiffSummary>;
  /** Rows `start` to `start + count`, at most 500; with `concerned` only those that lead to a difference. */
  diffRows(pair: DiffPair, concerned: boolean, start: DiffIndex, count: number): Promise<DiffWindow>;
  /** The place of the next row after `from`, or before it, that is not the same; -1 when there is none. */
  diffNext(pair: DiffPair, concerned: boolean, from: DiffIndex, backwards: boolean): Promise<DiffIndex>;
  /** Functions of both, those whose gas differs most first; at most 1,000. */
  diffGas(pair: DiffPair): Promise<readonly FunctionGasView[]>;
  /** What the two did to the state, where they did not do the same; at most 1,000, `count` states all. Fails where one was not executed again. */
  diffState(pair: DiffPair): Promise<Result<StateDifferences, Failure>>;
}
