/**
 * The part of the trace worker's contract that steps through the source: the
 * statement a step belongs to, the calls that run there, where one can go from
 * it, breakpoints, and the values of the lines that just ran.
 *
 * Methods that need sources fail with `unsupported` until `sourceTrace` was
 * asked (source-trace.api.ts).
 */
import type { Decoded } from '../../core/abi/decoded';
import type { Name } from '../../core/chain/name';
import type { Address } from '../../core/chain/primitives';
import type { StepIndex } from '../../core/evm/recording/steps';
import type { SourceMoves } from '../../core/source/debug/stop-moves';
import type { RowIndex, RowKind } from '../../core/trace/rows';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { TraceHandle } from '../ids';

/** A file of one of the compilations of a trace. */
export type StepFile = {
  /** Index among the files of the trace. */
  id: number;
  /** Source unit name. */
  path: string;
  /** Digest of its text: equal texts have equal digests in every trace. */
  digest: string;
};

/** Lines and characters of a statement. */
export type StepPlace = {
  /** Id of the file. */
  file: number;
  /** Line of the statement, or of the head of the function before its first one, from 1. */
  line: number;
  endLine: number;
  /** The part of it that the instruction is about: UTF-16 characters of the text, [from, to). */
  from: number;
  to: number;
};

/** A call that runs at a step; a modifier that runs is a line of its own, above that of its function. */
export type CallLine = {
  /** The frame in the trace. */
  row: RowIndex;
  internal: boolean;
  /** Account whose code runs. */
  address: Address | undefined;
  /** '' where the source is not known. */
  contract: string;
  /** '' where none is entered yet. */
  function: string;
  path: string;
  /** Line, from 1; 0 where no place is known. */
  line: number;
  /** The step itself for the innermost call; for others the statement that called. */
  step: StepIndex;
};

export type StepSource = {
  step: StepIndex;
  /** Name of the contract whose code runs, '' where its source is not known. */
  contract: string;
  /** The function or modifier whose text the place is in; '' before a function is entered. */
  function: string;
  /** Account whose code runs. */
  address: Address | undefined;
  /** Files that the contract's code comes from, that which declares it first. */
  files: readonly StepFile[];
  place: StepPlace | undefined;
  /** A sentence that says why there is no place; '' when there is one. */
  why: string;
  /** Innermost first. */
  stack: readonly CallLine[];
  moves: SourceMoves;
  /** Whether `moves.next` and `moves.previous` come to this step from beside it. */
  isStop: boolean;
  /** Stops of the whole transaction; 0 where execution comes to no statement whose source is known. */
  stopCount: number;
  /** Position in the list of `executionRows`. */
  row: number;
  /** Depth id of the frame that runs. */
  depthId: string;
};

/** One row of what was executed: calls, internal calls, events, accesses to storage. */
export type ExecutionRow = {
  /** Position in the list. */
  index: number;
  kind: RowKind;
  depth: number;
  /** The row of the trace: itself, or the frame it belongs to. */
  row: RowIndex;
  /** Step that the reader is taken to, undefined where nothing ran. */
  step: StepIndex | undefined;
  /** Account whose code ran or that emitted the event; undefined for rows inside of a frame. */
  address: Address | undefined;
  /** `Router.swap`, `_quote`, `reserve1`, `Transfer`; the address, shortened, of what has no name. */
  name: string;
  /** Accesses to storage: names of the addresses in `name`. */
  names?: Readonly<Record<string, Name>>;
  /** Accesses to storage: the value read, or written in place of `before`. */
  value: { before: Decoded | undefined; after: Decoded } | undefined;
  failed: boolean;
};

export type ExecutionWindow = { total: number; start: number; rows: readonly ExecutionRow[] };

/** A value that a line read from a variable, or wrote to it. */
export type LineValue = {
  line: number;
  name: string;
  /** Names of the addresses in `name`. */
  names?: Readonly<Record<string, Name>>;
  /** Whether it stands in storage: `name` is its path then. */
  isStored?: true;
  /** Where the line changed it. */
  before: Decoded | undefined;
  after: Decoded;
};

/** Places where execution is to stop. */
export type Breakpoints = {
  lines: readonly { digest: string; line: number }[];
  /** Beginnings of instructions' names: `SSTORE`, `LOG`. */
  opcodes: readonly string[];
};

export interface StepsInSourceApi {
  /** The source at a step; a step beyond the last counts as the last. */
  sourceAt(handle: TraceHandle, step: number): Promise<Result<StepSource, Failure>>;
  /** Returns a file by its id with the lines on which statements begin, ascending; undefined for an unknown id. */
  stepFile(
    handle: TraceHandle,
    id: number,
  ): Promise<Result<{ file: StepFile; text: string; lines: readonly number[] } | undefined, Failure>>;
  /** What the lines of the running function that ran last read and wrote, in the file of the step's place; at most 60. Costs seeking some steps. */
  lineValues(handle: TraceHandle, step: number): Promise<Result<readonly LineValue[], Failure>>;
  /** Returns at most 400 rows from `start` on. */
  executionRows(handle: TraceHandle, start: number, count: number): Promise<Result<ExecutionWindow, Failure>>;
  /** The nearest stop after (or before) `from`. Lines are passed over while no source is known. */
  findBreak(
    handle: TraceHandle,
    breakpoints: Breakpoints,
    from: number,
    forward: boolean,
  ): Promise<Result<StepIndex | undefined, Failure>>;
  /** 1 for each of `slices` parts of the steps that has a stop. */
  breakMarks(handle: TraceHandle, breakpoints: Breakpoints, slices: number): Promise<Result<Uint8Array, Failure>>;
}
