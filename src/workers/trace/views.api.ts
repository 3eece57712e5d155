/** What the trace worker answers for the tabs beside the call trace: events, contracts, transfers. */

import type { Name } from '../../core/chain/name';
import type { Address, Hex } from '../../core/chain/primitives';
import type { ProxyInfo } from '../../core/contract/knowledge';
import type { Flame, FlameNames } from '../../core/gas/flame';
import type { InitialGasPart } from '../../core/gas/initial-gas';
import type { AssetStandard, Transfer } from '../../core/trace/transfers';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { Prices } from '../chain/chain.api';
import type { CompileProgress } from '../compiler/compiler.api';
import type { JobId, TraceHandle } from '../ids';
import type { LogDetail } from './rows.api';

/** Filters of events; absent fields ask for all. */
export type EventQuery = {
  name?: string;
  contract?: Address;
  /** Whether events are included whose frame failed, so that they were never emitted. */
  undone?: boolean;
};

/** Data at most 16,384 bytes, `inputLength` states the whole. `index` is the place among all events of the trace, 0-based. */
export type EventView = LogDetail & { index: number };

export type EventWindow = {
  /** Events the query finds. */
  count: number;
  /** Events of the trace that were emitted, and those undone by a failure. */
  emitted: number;
  undone: number;
  /** Names with the number of their events, most first; events without a name are left out. */
  names: readonly { name: string; count: number }[];
  /** Emitters with how many events are theirs, most first. */
  contracts: readonly { address: Address; name?: Name; count: number }[];
  start: number;
  events: readonly EventView[];
};

/** How far the source of a contract is known. `stated`: the trace file has one, which was not compiled; `abi`: its interface only. */
export type SourceMatch = 'exact' | 'partial' | 'stated' | 'abi' | 'unverified';

export type InvolvedContract = {
  address: Address;
  name?: Name;
  /**
   * The contract whose code it runs: as this trace shows it, otherwise as its code and storage said in that block.
   * `kind` where it is known; a diamond may run the code of several.
   */
  proxy?: { implementation: Address; kind?: ProxyInfo['kind'] | 'EIP-2535' };
  implementationName?: Name;
  verification: SourceMatch;
  /** Who gave source or interface. */
  origin?: Name['origin'];
  compilerVersion?: string;
  /** Source files; absent while they were not asked for. */
  files?: number;
  token?: AssetStandard;
  /** Created by this transaction. */
  created: boolean;
};

/** What is known of a token. */
export type TokenView = {
  address: Address;
  standard: AssetStandard;
  /** Untrusted text. */
  symbol?: string;
  /** Absent when the token does not say. */
  decimals?: number;
  name?: Name;
  /** What an ERC-6909 says of items that moved, once it was asked. Untrusted text. */
  items?: readonly { tokenId: bigint; symbol?: string; decimals?: number }[];
};

export type TransferView = Omit<Transfer, 'wrapping'> & { depthId: string };

export type AssetChange = {
  address: Address;
  standard: AssetStandard;
  token?: Address;
  tokenId?: bigint;
  amount: bigint;
  /** By how much the token says that the balance changed, where its events add up to another amount. */
  held?: bigint;
};

export type Transfers = {
  /** Transfers in the order they happened, at most 10,000; `count` states all. */
  transfers: readonly TransferView[];
  count: number;
  /** Net changes by address, of all transfers; at most 10,000. */
  changes: readonly AssetChange[];
  tokens: readonly TokenView[];
  /** Transfers of several items that cannot be read, at most 10: the event, and why, in a sentence. */
  malformed?: readonly { depthId: string; sentence: string }[];
  /** Names of the addresses in transfers and changes. */
  names: Readonly<Record<Address, Name>>;
  /** The transaction failed: nothing moved, this is what would have. */
  undone: boolean;
  /** Nothing says whether the transaction failed. */
  unsure?: true;
};

/** `initialParts` are what the initial gas of the graph is for. */
export type GasGraph = { flame: Flame; initialParts: readonly InitialGasPart[] };

/** folded: stacks as flamegraph.pl reads them · speedscope: its JSON. */
export type GasProfileFormat = 'folded' | 'speedscope';

/** A line of source with the gas it used; code without a source is one line for each address. */
export type GasLine = {
  /** Address of the first contract whose code ran with the line. */
  address?: Address;
  name?: Name;
  /** Source unit name; absent for code without a source. */
  file?: string;
  /** Which compiler run the file is of, counted in the order met: others may have another file of that name. -1 without a source. */
  compilation: number;
  /** Line, from 1; 0 for code without a source. */
  line: number;
  /** Trimmed, at most 200 characters. Untrusted. */
  text: string;
  /** Gas of its own instructions. */
  own: number;
  /** Gas used while it ran, calls included. */
  total: number;
  /** Times it was come to from another line or frame. */
  runs: number;
};

export type GasLines = {
  /** Gas of all instructions, before refunds. */
  executed: number;
  /** Gas before the first instruction. */
  initial: number;
  /** Lines that used gas; `lines` holds at most 5,000 of them, most of their own first. */
  count: number;
  lines: readonly GasLine[];
};

/** Changes of one account. */
export type StateChange = {
  address: Address;
  name?: Name;
  /** Whether the account got the fees of the block. */
  coinbase: boolean;
  created: boolean;
  destructed: boolean;
  /** Wei. */
  balance?: { before: bigint; after: bigint };
  nonce?: { before: number; after: number };
  /** Hex cut at 2,000 digits; `bytes` states the whole. */
  code?: { before: { hex: Hex; bytes: number }; after: { hex: Hex; bytes: number } };
  /** Words of 32 bytes. */
  storage: readonly { key: Hex; before: Hex; after: Hex }[];
};

export type StateChanges = {
  /** replay: executed here · prestateTracer: as the node reports it, without the receiver of the fees. */
  origin: 'replay' | 'prestateTracer';
  /** The receiver of the fees last. */
  accounts: readonly StateChange[];
};

export interface TraceViewsApi {
  /** Events `start` to `start + count` of those `query` finds, at most 200 at once. */
  events(handle: TraceHandle, query: EventQuery, start: number, count: number): Promise<EventWindow>;
  /** All events the query finds, as comma-separated values; data whole. */
  eventsCsv(handle: TraceHandle, query: EventQuery): Promise<string>;
  /** Contracts whose code ran, in the order met. */
  contracts(handle: TraceHandle): Promise<readonly InvolvedContract[]>;
  /** Lists the transfers with what is known of the tokens now. */
  transfers(handle: TraceHandle): Promise<Transfers>;
  /** Lists the transfers once the chain was asked about the tokens. A token without a name then stays without. */
  settledTransfers(handle: TraceHandle): Promise<Transfers>;
  /**
   * Does as `settledTransfers`, and asks the tokens for the balances before and after where the transaction can be executed
   * here without an endpoint.
   */
  balancedTransfers(job: JobId, handle: TraceHandle): Promise<Result<Transfers, Failure>>;
  /** What the assets it moved were worth at `second`, where the reader allows asking; a price of an NFT's contract is its floor price. */
  prices(job: JobId, handle: TraceHandle, second: number): Promise<Result<Prices, Failure>>;
  /** The state that the transaction changed; asks a node where it was not executed here. The failure lists what was tried. */
  stateChanges(handle: TraceHandle): Promise<Result<StateChanges, Failure>>;
  /** Transfers as comma-separated values. */
  transfersCsv(handle: TraceHandle): Promise<string>;
  /** Returns where the gas went, its columns transferred; undefined when the source of the trace does not say. */
  flame(handle: TraceHandle): Promise<GasGraph | undefined>;
  /** What the frames of the flame graph are called as far as it is known now, the column transferred. */
  flameNames(handle: TraceHandle): Promise<FlameNames | undefined>;
  /** Where the gas went by line of source. Fails where the transaction cannot be executed here; the first time may ask services for sources and compile. */
  gasLines(
    job: JobId,
    handle: TraceHandle,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<GasLines, Failure>>;
  /** The flame graph as a file for other tools; undefined when there is none. */
  gasProfile(handle: TraceHandle, format: GasProfileFormat): Promise<Blob | undefined>;
}
