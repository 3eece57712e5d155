/** The part of the trace contract that shows an open trace as rows: windows of them, folding, search, the outcome in words. */
import type { Decoded } from '../../core/abi/decoded';
import type { Brand } from '../../core/brand';
import type { Address, Hash, Hex } from '../../core/chain/primitives';
import type { Name } from '../../core/contract/knowledge';
import type { RowNote } from '../../core/trace/row-note';
import { type RowIndex, RowKind } from '../../core/trace/rows';
import type { TraceToggles } from '../../core/trace/toggles';
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
  /** Whether rows of the sources are there: internal calls and storage accesses, which show under the toggles. */
  inside: boolean;
  anyCollapsed: boolean;
  anyExpanded: boolean;
};

/** What every row has. */
type AnyRow = {
  row: RowIndex;
  /** Dot-separated path, `0.2.6`; the root is `0`. */
  depthId: string;
  depth: number;
  hasChildren: boolean;
  expanded: boolean;
  /** 1-based place among its siblings and their number, for aria-posinset and aria-setsize. */
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
  /** Where it stands to the failure of the transaction: an error arose here, or was handed on as it was. */
  failure?: 'arose' | 'handedOn';
  /** StepIndex that entered it: the CALL, the LOG, the jump, the SLOAD or SSTORE. Absent where steps are not known. */
  step?: number;
  /** What cannot be known of the code that ran, in a sentence. */
  limitation?: string;
};

/** What rows of the trace itself have. */
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
  /** Code executed when it is not `to`'s own: the implementation of a proxy. */
  implementation?: Address;
  implementationName?: Name;
  /** Wei, hex. */
  value?: Hex;
  /** Gas it was given. */
  gas?: number;
  error?: RowError;
  /** The code was compiled via IR, so that its inside is known less well. */
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
  /** What it is when it is no plain function. */
  role?: 'constructor' | 'modifier' | 'library' | 'free function';
  /** The function. */
  place?: SourcePlace;
  /** Whether it was still running when its frame ended. */
  open: boolean;
  /** `inputs` name the parameters, and `rowValues` reads what they hold. */
  unread?: boolean;
};

/** A storage access inside a frame. */
export type StorageRow = AnyRow & {
  kind: typeof RowKind.storageRead | typeof RowKind.storageWrite;
  /** The frame it belongs to. */
  frame: RowIndex;
  /** What was read or changed in the slot, which values may share; equal before and after for a read. */
  access: RowAccess;
};

/** One visible row, decoded, texts cut at 200 characters. */
export type RowView = FrameRow | LogRow | InternalCallRow | StorageRow;

/** Whether a row, or the detail of one, is of a frame. */
export function isFrameRow<T extends RowView>(row: T): row is Extract<T, { kind: FrameKind }> {
  return row.kind < RowKind.log;
}

/**
 * unverified: nobody has the source · abi: its interface only · failed: somebody has it, and it could not
 * be read, `reason` says why · generated: the compiler wrote this code, or does not say where it belongs.
 */
export type Siteless = { kind: 'unverified' | 'abi' | 'failed' | 'generated'; address?: Address; reason?: string };

/** `slot`: 0x and 64 digits. `values` are empty where nobody knows what the slot holds; the words say it then. */
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

/** What an internal call was given and gave back, gas it used with what it called. */
export type RowValues = Pick<RowView, 'row' | 'inputs' | 'outputs' | 'gasUsed'>;

/** Why a frame failed: the node's words, and the decoded revert data when there is any. */
export type RowError = {
  /** `execution reverted`, `out of gas`, `invalid jump destination`, …, as geth spells it. */
  message: string;
  /** Error(string), Panic(uint256) or a custom error. */
  name?: Name;
  args?: readonly Decoded[];
  /** The revert string, or the meaning of the panic code (Solidity docs, Panic). */
  reason?: string;
  /** What there is to say where neither `name` nor `reason` tells: that there was no reason, or data that nobody knows. */
  said?: string;
  /** The contract has no such function: what `said` says then. */
  missing?: true;
};

/** Visible rows [start, start + rows.length) and the ancestors of the first one, outermost first. */
export type RowWindow = {
  version: number;
  visibleCount: number;
  start: VisibleIndex;
  rows: readonly RowView[];
  pinned: readonly RowView[];
};

/** Where a row is in the source. */
type Site = {
  /** The call, the emit, the assignment; of an internal call the function; of a frame that failed by itself where it did. */
  site?: SourcePlace;
  /** Why there is no `site` although the sources were read. */
  siteless?: Siteless;
};

/** What rows of the trace itself have beside what is decoded; `input` is the data of a log. */
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

/** The whole trace in `buckets` slices of visible rows, for the strip beside the scrollbar. */
export type Overview = {
  version: number;
  /** Deepest row of each slice; transferred. */
  depth: Uint16Array;
  /** OverviewMark bits of each slice; transferred. */
  marks: Uint8Array;
  maxDepth: number;
};

export const OverviewMark = { failed: 1, match: 2 } as const;

/** The words of an error, `bare` where there is nothing to say of it. */
export type ErrorWords = { text: string; verb: 'Reverted' | 'Halted'; bare: boolean };

/** A piece of a sentence: names and reasons are set in mono among the words. */
export type Piece = { text: string; as: 'words' | 'name' | 'reason' };

/**
 * The account of what came of a transaction. Headline, Error field, tree and
 * stack trace tell a failure from it: the error that the transaction ended
 * with first, then what caused it.
 */
export type Outcome = {
  status: 'success' | 'failed' | 'pending';
  method?: Name;
  contract?: Name;
  /** Nothing of what was sent is a call: the account has no code. */
  codeless?: true;
  failing?: {
    /** Where the error arose that the transaction ended with. */
    depthId: string;
    /** Of that frame. */
    error: RowError;
    /** ` reverted in Pair.swap: InsufficientLiquidity(980, 1240), because …`: what follows the name of the call. */
    sentence: readonly Piece[];
    /** The same without where: `InsufficientLiquidity(980, 1240), because …`. */
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
  /** Reads arguments, results and gas of internal calls, at most 50; their rows have them from then on. */
  rowValues(handle: TraceHandle, rows: readonly RowIndex[]): Promise<readonly RowValues[]>;
  /** Expands the frames that hide `row`, turns on the toggle that shows it, and returns its position. */
  reveal(handle: TraceHandle, row: RowIndex): Promise<ViewState & { index: VisibleIndex }>;
  /** The row with this depth id, or undefined when the trace has none. */
  rowOf(handle: TraceHandle, depthId: string): Promise<RowIndex | undefined>;
  /** Replaces the reader's notes: the search filter `comments` looks at them. */
  setNotes(handle: TraceHandle, notes: readonly RowNote[]): Promise<void>;
  search(handle: TraceHandle, query: SearchQuery): Promise<SearchResult>;
  /** The match at `position`, 0-based, of the last search; undefined past the end. */
  match(handle: TraceHandle, position: number): Promise<SearchMatch | undefined>;
  overview(handle: TraceHandle, buckets: number): Promise<Overview>;
}
