/** The part of the trace contract that shows an open trace as rows: windows of rows, folding, search, and the outcome in words. */
import type { Decoded } from '../../core/abi/decoded';
import type { Name } from '../../core/chain/name';
import type { Address, Hash, Hex } from '../../core/chain/primitives';
import type { RowNote } from '../../core/trace/row-note';
import { type RowIndex, RowKind } from '../../core/trace/rows';
import type { TraceToggles } from '../../core/trace/toggles';
import type { Brand } from '../../core/values/brand';
import type { TraceHandle } from '../ids';
import type { SourcePlace } from './source-trace.api';

/** Position among the visible rows under the current folding and toggles, 0-based. */
export type VisibleIndex = Brand<number, 'VisibleIndex'>;

/** Filters of the call trace panel. */
export type TraceFilter = 'all' | 'opcode' | 'from' | 'to' | 'function' | 'file' | 'contract' | 'comments' | 'reverts';

/** Folding and toggles of one open trace; `version` grows with each change, and windows state it. */
export type ViewState = {
  version: number;
  visibleCount: number;
  toggles: TraceToggles;
  /** Whether the rows of the sources were read: internal calls and storage accesses. The toggles decide whether they are visible. */
  inside: boolean;
  /** How often the trace was read in sources: once more where some were found later. */
  readings: number;
  /** Internal calls of libraries, which the toggles may leave out. */
  libraryCalls: number;
  anyCollapsed: boolean;
  anyExpanded: boolean;
};

/** Fields of every row. */
type AnyRow = {
  row: RowIndex;
  /** Dot-separated path, `0.2.6`; the root is `0`. */
  depthId: string;
  depth: number;
  hasChildren: boolean;
  expanded: boolean;
  /** The place of the row among its siblings, from 1, and the number of siblings: aria-posinset and aria-setsize. */
  position: number;
  siblings: number;
  /** The caller; the emitter of a log; the account whose code runs inside a frame. */
  from: Address;
  fromName?: Name;
  to?: Address;
  toName?: Name;
  /** Function, constructor, event, `fallback` or `receive`; absent when only the selector is known. */
  functionName?: Name;
  inputs?: readonly Decoded[];
  outputs?: readonly Decoded[];
  gasUsed?: number;
  failed: boolean;
  undone: boolean;
  caught: boolean;
  /** The part of the row in the failure of the transaction: the error arose here, or this frame handed it on unchanged. */
  failure?: 'arose' | 'handedOn';
  /** The StepIndex of the instruction that made the row: the CALL, LOG, jump, SLOAD or SSTORE. Absent where the steps are not known. */
  step?: number;
  /** A sentence that says what cannot be known of the code that ran. */
  limitation?: string;
};

/** Fields of the rows of the trace itself. */
type OwnRow = AnyRow & {
  selector?: Hex;
  /** Bytes of calldata, init code, or the data and topics of a log. */
  inputLength: number;
  /** Bytes; 0 of a log. */
  outputLength: number;
};

export type FrameKind = Exclude<RowKind, LogRow['kind'] | InternalCallRow['kind'] | StorageRow['kind']>;

/** A call or create, or a self-destruction. */
export type FrameRow = OwnRow & {
  kind: FrameKind;
  /** The account whose code ran when it is not `to`: the implementation of a proxy. */
  implementation?: Address;
  implementationName?: Name;
  /** Wei, hex. */
  value?: Hex;
  /** The gas that the frame was given. */
  gas?: number;
  error?: RowError;
  /** The code was compiled via IR: less is known of what happened inside. */
  viaIR?: boolean;
};

export type LogRow = OwnRow & { kind: typeof RowKind.log };

/** A call from function to function inside a frame. */
export type InternalCallRow = AnyRow & {
  kind: typeof RowKind.internal;
  /** The frame it belongs to. */
  frame: RowIndex;
  /** The contract that declares the function, '' of a free one; `functionName` is its name. */
  contract: string;
  /** The kind of function, absent for a plain one. */
  role?: 'constructor' | 'modifier' | 'library' | 'free function';
  /** Place where the function is declared. */
  place?: SourcePlace;
  /** Whether the call had not returned when its frame ended. */
  open: boolean;
  /** `inputs` has only the names of the parameters; `rowValues` reads their values. */
  unread?: boolean;
};

/** A storage access inside a frame. */
export type StorageRow = AnyRow & {
  kind: typeof RowKind.storageRead | typeof RowKind.storageWrite;
  /** The frame it belongs to. */
  frame: RowIndex;
  /** The slot, which several values may share, before and after the access. Both are equal for a read. */
  access: RowAccess;
};

/** One visible row, decoded, texts cut at 200 characters. */
export type RowView = FrameRow | LogRow | InternalCallRow | StorageRow;

/** Returns whether a row, or the detail of one, is of a frame. */
export function isFrameRow<T extends RowView>(row: T): row is Extract<T, { kind: FrameKind }> {
  return row.kind < RowKind.log;
}

/**
 * Why a row has no place in the source.
 *
 * - unverified: nobody has the source.
 * - abi: only the interface is known.
 * - failed: a provider has the source, but it could not be read; `reason` says why.
 * - generated: the compiler wrote this code, or does not say where it belongs.
 */
export type Siteless = { kind: 'unverified' | 'abi' | 'failed' | 'generated'; address?: Address; reason?: string };

/** A storage slot: 0x and 64 digits, and its word before and after. `values` is empty where no source says what the slot holds. */
export type RowAccess = {
  slot: Hex;
  transient: boolean;
  /** 0x and 64 digits. */
  before: Hex;
  after: Hex;
  values: readonly { path: string; before: Decoded; after: Decoded }[];
  /** Names of the addresses in paths. */
  names?: Readonly<Record<string, Name>>;
};

/** Arguments and results of an internal call, and the gas that it and everything it called used. */
export type RowValues = Pick<RowView, 'row' | 'inputs' | 'outputs' | 'gasUsed'>;

/** Why a frame failed: the words of the node, and the decoded revert data where there is any. */
export type RowError = {
  /** `execution reverted`, `out of gas`, `invalid jump destination`, …, as geth spells it. */
  message: string;
  /** Error(string), Panic(uint256) or a custom error. */
  name?: Name;
  args?: readonly Decoded[];
  /** The revert string, or the meaning of the panic code (Solidity docs, Panic). */
  reason?: string;
  /** Says where `name` and `reason` are absent that no reason was given, or that the data cannot be decoded. */
  said?: string;
  /** The contract has no function with the selector of the call; `said` says so. */
  missing?: true;
};

/** The visible rows [start, start + rows.length), and the ancestors of the first of them, outermost first. */
export type RowWindow = {
  version: number;
  visibleCount: number;
  start: VisibleIndex;
  rows: readonly RowView[];
  pinned: readonly RowView[];
};

/** Place of a row in the source. */
type Site = {
  /** The statement of the row: the call, the emit, the assignment. For an internal call, the function; for a frame that failed by itself, where it failed. */
  site?: SourcePlace;
  /** Why there is no `site` although the sources were read. */
  siteless?: Siteless;
};

/** Fields in the detail of a row of the trace beside the decoded values. For a log, `input` is its data. */
type Undecoded = { input: Hex; signatureCandidates: readonly string[] };

export type FrameDetail = FrameRow & Site & Undecoded & { output: Hex };
export type LogDetail = LogRow & Site & Undecoded & { topics: readonly Hash[] };
export type InternalCallDetail = InternalCallRow & Site;
export type StorageDetail = StorageRow & Site;

/** Everything about one row, texts cut at 100,000 characters. */
export type RowDetail = FrameDetail | LogDetail | InternalCallDetail | StorageDetail;

export type SearchQuery = { text: string; filter: TraceFilter };

export type SearchResult = { count: number };

export type SearchMatch = { position: number; row: RowIndex; depthId: string };

/** The whole trace in equal slices of visible rows, for the strip beside the scrollbar. */
export type Overview = {
  version: number;
  /** Deepest row of each slice; transferred. */
  depth: Uint16Array;
  /** OverviewMark bits of each slice; transferred. */
  marks: Uint8Array;
  maxDepth: number;
};

export const OverviewMark = { failed: 1, match: 2 } as const;

/** The words of an error. `bare` says that nothing is known of it beyond that it happened. */
export type ErrorWords = { text: string; verb: 'Reverted' | 'Halted'; bare: boolean };

/** A piece of a sentence. Names and reasons are set in the monospaced font. */
export type Piece = { text: string; as: 'words' | 'name' | 'reason' };

/**
 * How a transaction ended. The headline, the field `Error`, the tree and the
 * stack trace all take the failure from here: first the error that the
 * transaction ended with, then its cause.
 */
export type Outcome = {
  /** Unknown where neither the receipt nor the trace says it. */
  status: 'success' | 'failed' | 'pending' | 'unknown';
  method?: Name;
  contract?: Name;
  /** The transaction called no code: the account that it was sent to has none. */
  codeless?: true;
  /**
   * For a transaction that succeeded and told that parts of it failed: `1 of 2 user operations in it failed:
   * TooEarly(77)`.
   */
  failedInside?: readonly Piece[];
  failing?: {
    /** The frame in which the error arose that the transaction ended with. */
    depthId: string;
    /** Error of that frame. */
    error: RowError;
    /** The sentence after the name of the call: ` reverted in Pair.swap: InsufficientLiquidity(980, 1240), because …`. */
    sentence: readonly Piece[];
    /** The sentence without the place: `InsufficientLiquidity(980, 1240), because …`. */
    reason: string;
  };
};

export interface RowsApi {
  outcome(handle: TraceHandle): Promise<Outcome>;
  rows(handle: TraceHandle, start: VisibleIndex, count: number): Promise<RowWindow>;
  detail(handle: TraceHandle, row: RowIndex): Promise<RowDetail>;
  view(handle: TraceHandle): Promise<ViewState>;
  setExpanded(handle: TraceHandle, row: RowIndex, expanded: boolean): Promise<ViewState>;
  expandAll(handle: TraceHandle): Promise<ViewState>;
  collapseAll(handle: TraceHandle): Promise<ViewState>;
  setToggles(handle: TraceHandle, toggles: TraceToggles): Promise<ViewState>;
  /** Reads arguments, results and gas of at most 50 internal calls. Later answers of `rows` include them. */
  rowValues(handle: TraceHandle, rows: readonly RowIndex[]): Promise<readonly RowValues[]>;
  /** Expands the frames that hide `row`, turns on the toggle that shows it, and returns its position. */
  reveal(handle: TraceHandle, row: RowIndex): Promise<ViewState & { index: VisibleIndex }>;
  /** The row with this depth id; undefined when the trace has no such row. */
  rowOf(handle: TraceHandle, depthId: string): Promise<RowIndex | undefined>;
  /** Replaces the reader's notes, which the search filter `comments` searches. */
  setNotes(handle: TraceHandle, notes: readonly RowNote[]): Promise<void>;
  search(handle: TraceHandle, query: SearchQuery): Promise<SearchResult>;
  /** The match at `position`, 0-based, of the last search; undefined past the end. */
  match(handle: TraceHandle, position: number): Promise<SearchMatch | undefined>;
  overview(handle: TraceHandle, buckets: number): Promise<Overview>;
}
