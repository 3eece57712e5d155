/**
 * The contract of the trace worker: it finds transactions and their traces,
 * keeps the traces as columns, and answers questions about them in windows.
 *
 * Everything crosses as plain data. Nothing here hands out the columns
 * themselves: the trace stays in the worker. Callbacks arrive as Comlink
 * proxies; in Node tests they are ordinary functions. Expected failures are
 * values; a job that was cancelled answers with code `cancelled`.
 */

import type { Decoded } from '../../core/abi/decoded';
import type { Brand } from '../../core/brand';
import type { Capabilities, Endpoint, Network } from '../../core/chain/network';
import type { Address, Hash, Hex, NetworkId } from '../../core/chain/primitives';
import type { Block, ReceiptHead, Transaction } from '../../core/chain/transaction';
import type { RuntimeConfig } from '../../core/config';
import type { ContractKnowledge, Name } from '../../core/contract/knowledge';
import type { Failure } from '../../core/failure';
import type { Result } from '../../core/result';
import type { RowIndex, RowKind, TraceSource } from '../../core/trace/rows';
import type { TraceToggles } from '../../core/trace/toggles';
import type { SourcesApi } from '../contracts/contracts.api';
import type { DiffApi } from './diff.api';
import type { SimulateApi } from './simulate.api';
import type { SourcePlace, SourceTraceApi } from './source-trace.api';
import type { StepsApi, Verification } from './steps.api';
import type { StepsSourceApi } from './steps-source.api';
import type { TraceFilesApi } from './trace-files.api';
import type { TraceViewsApi } from './views.api';

/** Chosen by the caller, unique per page; `cancel` takes it. */
export type JobId = Brand<string, 'JobId'>;
/** One open trace with one folding state. Made by `openTrace`, valid until `closeTrace`, until the engine closes it, or a restart of the worker. */
export type TraceHandle = Brand<number, 'TraceHandle'>;
/** Position among the visible rows under the current folding and toggles, 0-based. */
export type VisibleIndex = Brand<number, 'VisibleIndex'>;

export type TransactionKey = { networkId: NetworkId; hash: Hash };

export type TransactionRecord = {
  transaction: Transaction;
  /** Absent while pending. */
  receipt?: ReceiptHead;
  /** Absent while pending. */
  block?: Block;
  /** cache: from IndexedDB, not asked again yet · endpoint: just fetched. */
  origin: 'cache' | 'endpoint';
  /** Milliseconds since the epoch. */
  fetchedAt: number;
};

/** What a long job is doing; `total` is absent when it is not known beforehand. */
export type Progress = {
  phase: string;
  done: number;
  total?: number;
  unit: 'bytes' | 'rows' | 'contracts' | 'calls' | 'accounts and slots' | 'transactions' | 'steps';
};

/** A rung of the ladder in docs/architecture.md that was not taken, and why. `prestateTracer`: the replay on what it reports. */
export type SkippedSource = {
  source: TraceSource | 'cache' | 'prestateTracer';
  reason: string;
  /** It was executed again and came out otherwise than the receipt says. */
  differs?: boolean;
};

export type TraceSummary = {
  handle: TraceHandle;
  source: TraceSource;
  /** True when the columns came from IndexedDB. */
  cached: boolean;
  /** It came in a trace file, whose maker vouches for it. */
  fromFile: boolean;
  skipped: readonly SkippedSource[];
  limitations: readonly string[];
  /** Of a trace of source `replay`: what was compared. */
  verification?: Verification;
  /** Rows are shown already, and the transaction is still executed again; a `replayed` event tells how it ended. */
  replaying?: boolean;
  /** Grows when rows got other numbers, because the rows of a replay took the place of different ones. */
  numbering?: number;
  /** Rows of all kinds, folded or not. */
  rowCount: number;
  frameCount: number;
  logCount: number;
  /** Contracts whose code ran. */
  contractCount: number;
  maxDepth: number;
  /** Whether something called the console of Hardhat and Foundry. */
  prints: boolean;
  /** Rows of frames that failed, caught ones included, in order; at most 10,000. */
  failedRows: readonly RowIndex[];
  failedCount: number;
  /** The innermost frame whose failure made the transaction fail, absent when it succeeded. */
  failingRow?: RowIndex;
  /** Which filters have data (spec §2): reverts only when there are some, and so on. */
  filters: readonly TraceFilter[];
  view: ViewState;
};

/** A trace that was just opened, with what is shown of it first: rows under the toggles the reader has. */
export type OpenedTrace = TraceSummary & {
  first: { rows: RowWindow; outcome: Outcome; toggles: TraceToggles & { gas: boolean } };
};

/** Filters of the call trace panel (spec §2) that rows can answer today. */
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

/** One visible row, decoded, texts cut at 200 characters. */
export type RowView = {
  row: RowIndex;
  /** Dot-separated path, `0.2.6`; the root is `0` (spec §3). */
  depthId: string;
  kind: RowKind;
  depth: number;
  hasChildren: boolean;
  expanded: boolean;
  /** 1-based place among its siblings and their number, for aria-posinset and aria-setsize. */
  position: number;
  siblings: number;
  from: Address;
  fromName?: Name;
  to?: Address;
  toName?: Name;
  /** Code executed when it is not `to`'s own: the implementation of a proxy. */
  implementation?: Address;
  implementationName?: Name;
  selector?: Hex;
  /** Function, constructor, event, `fallback` or `receive`; absent when only the selector is known. */
  functionName?: Name;
  inputs?: readonly Decoded[];
  outputs?: readonly Decoded[];
  /** Wei, hex. */
  value?: Hex;
  gas?: number;
  gasUsed?: number;
  inputLength: number;
  outputLength: number;
  failed: boolean;
  undone: boolean;
  caught: boolean;
  error?: RowError;
  /** StepIndex that entered it: the CALL, the jump, the SLOAD or SSTORE. Absent where steps are not known, and of the root. */
  step?: number;
  /** Internal calls and storage accesses: the frame they belong to. */
  frame?: RowIndex;
  /** Internal calls: the contract that declares the function, '' of a free one; `functionName` is its name. */
  contract?: string;
  /** Internal calls: what it is when it is no plain function. */
  role?: 'constructor' | 'modifier' | 'library' | 'free function';
  /** Internal calls: the function. */
  place?: SourcePlace;
  /** Internal calls: whether it was still running when its frame ended. */
  open?: boolean;
  /** Internal calls: `inputs` name the parameters, and `rowValues` reads what they hold. */
  unread?: boolean;
  /** What cannot be known of the code that ran, in a sentence. */
  limitation?: string;
  /** Frames: the code was compiled via IR, so that its inside is known less well. */
  viaIR?: boolean;
  /** Storage accesses: what was read or changed in the slot, which values may share; equal before and after for a read. */
  access?: RowAccess;
};

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
};

/** Visible rows [start, start + rows.length) and the ancestors of the first one, outermost first. */
export type RowWindow = {
  version: number;
  visibleCount: number;
  start: VisibleIndex;
  rows: readonly RowView[];
  pinned: readonly RowView[];
};

/** Everything about one row, texts cut at 100,000 characters. */
export type RowDetail = RowView & {
  input: Hex;
  output: Hex;
  topics?: readonly Hash[];
  /** Where it is in the source: the call, the emit, the assignment; of an internal call the function; of a frame that failed by itself where it did. */
  site?: SourcePlace;
  /** Why there is no `site` although the sources were read. */
  siteless?: Siteless;
  signatureCandidates: readonly string[];
};

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

/** One sentence's worth of what happened: names decoded, for the head of the page. */
export type Outcome = {
  status: 'success' | 'failed' | 'pending';
  method?: Name;
  contract?: Name;
  /** Where it failed, when it did. */
  failing?: {
    row: RowIndex;
    depthId: string;
    contract?: Name;
    address?: Address;
    functionName?: Name;
    error: RowError;
  };
};

export type AccountSummary = {
  networkId: NetworkId;
  address: Address;
  type: 'contract' | 'wallet';
  balance: bigint;
  nonce: number;
  /** Bytes of runtime bytecode, 0 for a wallet. */
  codeSize: number;
  codeHash?: Hash;
  knowledge: ContractKnowledge;
};

export type BlockTransaction = Transaction & { receipt?: ReceiptHead };
export type BlockPage = { block: Block; transactions: readonly BlockTransaction[] };

export type Head = {
  blockNumber: number /** Round trip, milliseconds. */;
  latency: number;
  endpoint: string;
  rateLimitedUntil?: number;
};

/** What the engine says unasked. */
export type EngineEvent =
  /** More became known of an open trace, names mostly: its rows read otherwise now. */
  | { type: 'view'; handle: TraceHandle; view: ViewState }
  /** How far the execution is whose rows are not shown yet, at most every 100 ms. */
  | { type: 'replaying'; handle: TraceHandle; progress: Progress }
  /** The execution ended: its rows took the place of those shown before, or `skipped` says why not. Folding and row numbers stay where the calls are the same. */
  | { type: 'replayed'; handle: TraceHandle; summary: TraceSummary }
  /** The reader's labels changed: what names said of a network may be otherwise now. */
  | { type: 'names'; networkId: NetworkId }
  /** The engine closed a trace to hold newer ones; opening it again is quick while it is kept. */
  | { type: 'closed'; handle: TraceHandle }
  /** IndexedDB refused (`failure` says why), or works again (no `failure`). */
  | { type: 'storage'; failure?: Failure };

/**
 * Name of the error that methods with a handle reject with when the trace is no
 * longer open: closed by the page, closed for newer ones, or gone with an
 * earlier worker. Open it again. (Comlink carries an error's name, not its class.)
 */
export const closedTraceError = 'ClosedTraceError';

/** The third parties a contract name or a signature may be asked of, each off until the reader switches it on. */
export type ThirdParty = 'sourcify' | 'signatures' | 'compilers' | 'blockscout' | 'prices';

/** How many names became known at third parties, and why either kind could not be asked for. */
export type LookedUp = {
  contracts: number;
  selectors: number;
  contractsFailed?: Failure;
  selectorsFailed?: Failure;
};

export interface TraceApi
  extends StepsApi<TraceHandle>,
    TraceViewsApi,
    TraceFilesApi,
    DiffApi,
    SourcesApi,
    SimulateApi,
    SourceTraceApi<TraceHandle, JobId>,
    StepsSourceApi<TraceHandle> {
  /** Other calls wait for the first of these. Networks and endpoints of the configuration, joined with the reader's own from IndexedDB. */
  configure(config: RuntimeConfig): Promise<void>;
  /** Calls `listener` with every event from now on. */
  subscribe(listener: (event: EngineEvent) => void): Promise<void>;
  cancel(job: JobId): Promise<void>;

  /** IndexedDB first; `refresh` asks an endpoint even when it is there. Saves what it fetched. */
  loadTransaction(job: JobId, key: TransactionKey, refresh: boolean): Promise<Result<TransactionRecord, Failure>>;
  /** Blocks by number, hash or tag, with transactions and, where the endpoint gives them, receipts. */
  loadBlock(job: JobId, networkId: NetworkId, block: number | Hash | 'latest'): Promise<Result<BlockPage, Failure>>;
  /** `count` blocks from `newest` down, newest first, with the hashes of their transactions only; at most 100, fewer where the chain begins. */
  loadBlocks(
    job: JobId,
    networkId: NetworkId,
    newest: number,
    count: number,
  ): Promise<Result<readonly Block[], Failure>>;
  loadAccount(job: JobId, networkId: NetworkId, address: Address): Promise<Result<AccountSummary, Failure>>;
  /** The best known names of those of `addresses` that have one, from memory and IndexedDB; at most 1,000 are looked at. */
  names(networkId: NetworkId, addresses: readonly Address[]): Promise<Readonly<Record<Address, Name>>>;
  /** After labels were changed in IndexedDB: reads them again. Rows of open traces read otherwise then. */
  labelsChanged(): Promise<void>;
  head(networkId: NetworkId): Promise<Result<Head, Failure>>;
  /** Tries `endpoint`, which need not be saved, and says what it really answers. */
  probe(job: JobId, endpoint: Pick<Endpoint, 'networkId' | 'url'>): Promise<Result<Capabilities, Failure>>;
  networks(): Promise<readonly Network[]>;

  /** The trace of this transaction will be wanted: asks for it while the transaction is still being read. To be called before `loadTransaction`. */
  expectTrace(key: TransactionKey): Promise<void>;
  /**
   * Acquires the trace, best source first, and keeps it. `onProgress` is called at most every 100 ms. A large trace
   * that is kept is answered before it is read; what reads otherwise by then, a `replayed` or `view` event tells.
   */
  openTrace(
    job: JobId,
    key: TransactionKey,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<OpenedTrace, Failure>>;
  closeTrace(handle: TraceHandle): Promise<void>;
  /** Ends the execution that still runs behind shown rows; they stay. */
  cancelReplay(handle: TraceHandle): Promise<void>;
  outcome(handle: TraceHandle): Promise<Outcome>;
  /** Addresses of the trace whose contract or method names are not known, for the question of consent; once what is imported and the chain itself were asked. */
  unknowns(handle: TraceHandle): Promise<{ contracts: readonly Address[]; selectors: readonly Hex[] }>;
  /** Asks the third parties that are switched on for what `unknowns` lists. Fails when none is; the view's version grows when something became known. */
  lookUp(
    job: JobId,
    handle: TraceHandle,
    onProgress?: (progress: Progress) => void,
  ): Promise<Result<LookedUp, Failure>>;

  rows(handle: TraceHandle, start: VisibleIndex, count: number): Promise<RowWindow>;
  detail(handle: TraceHandle, row: RowIndex): Promise<RowDetail>;
  view(handle: TraceHandle): Promise<ViewState>;
  setExpanded(handle: TraceHandle, row: RowIndex, expanded: boolean): Promise<ViewState>;
  expandAll(handle: TraceHandle): Promise<ViewState>;
  collapseAll(handle: TraceHandle): Promise<ViewState>;
  setToggles(handle: TraceHandle, toggles: TraceToggles): Promise<ViewState>;
  /** Reads arguments, results and gas of internal calls, at most 50; their rows have them from then on. */
  rowValues(handle: TraceHandle, rows: readonly RowIndex[]): Promise<readonly RowValues[]>;
  /** Expands what hides `row`, turns on what shows it, and says where it stands now. */
  reveal(handle: TraceHandle, row: RowIndex): Promise<ViewState & { index: VisibleIndex }>;
  /** The row with this depth id, or undefined when the trace has none. */
  rowOf(handle: TraceHandle, depthId: string): Promise<RowIndex | undefined>;
  search(handle: TraceHandle, query: SearchQuery): Promise<SearchResult>;
  /** The match at `position`, 0-based, of the last search; undefined past the end. */
  match(handle: TraceHandle, position: number): Promise<SearchMatch | undefined>;
  overview(handle: TraceHandle, buckets: number): Promise<Overview>;

  /** Imports build output (Hardhat, Foundry `out/`, standard JSON); answers the contracts found, matched to code as they are met. */
  importBuildOutput(
    fileName: string,
    bytes: Uint8Array,
  ): Promise<Result<{ contracts: number; warnings: readonly string[] }, Failure>>;
}
