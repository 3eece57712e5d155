/**
 * The part of the trace worker's contract that reads a transaction in the
 * reader's own source: the stack trace, console logs, internal calls, storage
 * by name, and variables at a step.
 *
 * It needs the transaction executed again; where that is not to be had, these
 * methods fail and say why. Contracts without a source are passed over.
 */

import type { Decoded } from '../../core/abi/decoded';
import type { Name } from '../../core/chain/name';
import type { Address, Hex } from '../../core/chain/primitives';
import type { StackFrameKind } from '../../core/source/errors/stack-frame';
import type { SlotValue } from '../../core/source/values/access-parts';
import type { Local } from '../../core/source/values/locals';
import type { StateVariable } from '../../core/source/values/state-variables';
import type { RowIndex, RowKind } from '../../core/trace/rows';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { CompileProgress } from '../compiler/compiler.api';
import type { JobId, TraceHandle } from '../ids';

/** A place in a source file. */
export type SourcePlace = {
  /** Address of the contract whose code it is; `file` is a file of that contract's sources. */
  address: Address | undefined;
  /** Source unit name. */
  file: string;
  /** Line, from 1. */
  line: number;
  /** Last line of the place, from 1. */
  endLine: number;
};

export type StackLine = {
  kind: StackFrameKind;
  row: RowIndex;
  /** StepIndex, -1 where no step is meant. */
  step: number;
  /** Name of the contract or library that declares the function, else of the contract; where the source is not known, name or address of who was called, '' where that is not known either. */
  contract: string;
  /** '' outside of any function. */
  function: string;
  role?: 'modifier';
  place: SourcePlace | undefined;
  /** One sentence of what went wrong, '' for a line that was passed through. */
  sentence: string;
};

export type ConsoleLine = {
  row: RowIndex;
  /** The printed line, or the sentence that it could not be decoded. */
  text: string;
  values: readonly Decoded[];
  contract: string;
  function: string;
  place: SourcePlace | undefined;
  /** Whether the frame that logged was undone. */
  undone: boolean;
};

export type SourcedContract = {
  address: Address;
  /** Undefined where nobody has its source. */
  name: string | undefined;
  /** Why there is no source although somebody has some. */
  failure: Failure | undefined;
  /** Facts about its code that cannot be known, in a sentence; '' when there are none. */
  limitation: string;
};

export type SourceTraceSummary = {
  /** Outermost line first; empty when the transaction succeeded. */
  stack: readonly StackLine[];
  logs: readonly ConsoleLine[];
  contracts: readonly SourcedContract[];
  /** Rows of the tree with internal calls and storage accesses. */
  rowCount: number;
};

/** One row of the tree with internal calls and storage accesses. */
export type SourceRow = {
  /** Position in that tree. */
  index: number;
  /** Depth id: `0.2` and `0.2.e0` as in the trace, `0.2.i0` for an internal call, `0.2.s0` for an access. */
  id: string;
  kind: RowKind;
  depth: number;
  /** Position of the row it is below, -1 for the root. */
  parent: number;
  /** One past its last descendant. */
  subtreeEnd: number;
  /** The row of the trace: itself, or the frame it belongs to. */
  row: RowIndex;
  step: number;
  /** Internal calls. */
  function?: string;
  arguments?: readonly Decoded[];
  returns?: readonly Decoded[];
  /** Internal calls: whether it was still running when its frame failed. */
  open?: boolean;
  /** Internal calls: the function; other rows: what called, emitted or accessed. */
  place?: SourcePlace;
  /** Storage accesses: what was read or changed in the slot, which values may share. `before` and `after` are equal for a read. */
  values?: readonly SlotValue[];
  /** Storage accesses: 0x and 64 digits. */
  slot?: string;
  transient?: boolean;
};

/** What a slot of storage holds by the source, before the transaction and after it. */
export type SlotVariables = {
  address: Address;
  /** 0x and 64 digits. */
  key: Hex;
  /** The values that changed, of all that share the slot. */
  values: readonly { path: string; before: Decoded; after: Decoded }[];
  /** Names of the addresses in paths. */
  names: Readonly<Record<string, Name>>;
};

export type LocalsView = { function: string; locals: readonly Local[]; why: string };

/**
 * State variables of the contract whose code runs at a step, on the storage it
 * acts on. Mappings are tuples of the entries whose keys the transaction
 * hashed and whose slots it reached, named by their keys as the source writes
 * them. What was not reached has no value (`Decoded.unknown`), and its text says so.
 */
export type StateView = {
  /** Name of the contract, '' where its source is not known. */
  contract: string;
  /** Account whose storage it is. */
  address: Address | undefined;
  variables: readonly StateVariable[];
  /** Names of the addresses that keys of mappings are. */
  names?: Readonly<Record<string, Name>>;
  /** The sentence that says why there are none; '' where that is not so. */
  why: string;
};

export interface SourceTraceApi {
  /** Finds the sources of every contract whose code ran, and decodes. The first call may ask services and compile, seconds. */
  sourceTrace(
    job: JobId,
    handle: TraceHandle,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<SourceTraceSummary, Failure>>;
  /** Returns at most 200 rows from `start` on; fails with `unsupported` before `sourceTrace` was asked. */
  sourceRows(handle: TraceHandle, start: number, count: number): Promise<Result<readonly SourceRow[], Failure>>;
  /** The changed slots that the sources name, at most 20,000, each account's by variable as declared, then by member, index or key; fails with `unsupported` before `sourceTrace` was asked. */
  storageVariables(handle: TraceHandle): Promise<Result<readonly SlotVariables[], Failure>>;
  /** Variables in scope before a step; `why` is the sentence that says why there are none. */
  variablesAt(handle: TraceHandle, step: number): Promise<Result<LocalsView, Failure>>;
  /** State variables before a step. */
  stateVariablesAt(handle: TraceHandle, step: number): Promise<Result<StateView, Failure>>;
}
