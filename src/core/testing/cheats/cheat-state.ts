/** What cheatcodes have set so far: plain data, so that a run can be gone back to at any step. */

import type { AccountIndex } from '../../evm/state/slots';
import type { State } from '../../evm/state/state';

/** Depths count as forge does: 0 for who calls the test, 1 for the test itself. */
export type Prank = {
  /** Which account's calls are changed. */
  caller: AccountIndex;
  newCaller: AccountIndex;
  /** `tx.origin` before, and while it lasts. */
  origin: bigint;
  newOrigin: bigint | undefined;
  depth: number;
  isSingle: boolean;
  delegates: boolean;
  isUsed: boolean;
};

export type ExpectedRevert = {
  reason: Uint8Array | undefined;
  isPartial: boolean;
  reverter: AccountIndex | undefined;
  revertedBy: AccountIndex | undefined;
  depth: number;
  maxDepth: number;
  count: number;
  seen: number;
  /** Of a cheatcode; `isPending` until the call that expects it has ended. */
  ofCheatcode: boolean;
  isPending: boolean;
};

export type ExpectedCall = {
  target: AccountIndex;
  data: Uint8Array;
  value: bigint | undefined;
  gas: number | undefined;
  minGas: number | undefined;
  isDelegate: boolean;
  count: number;
  isExact: boolean;
  seen: number;
};

export type EmittedLog = { address: AccountIndex; topics: readonly bigint[]; data: Uint8Array };

export type ExpectedEmit = {
  depth: number;
  /** Of the topics and of the data. */
  checks: readonly [boolean, boolean, boolean, boolean, boolean];
  emitter: AccountIndex | undefined;
  isAnonymous: boolean;
  count: number;
  /** Filled by the next event after the expectation. */
  log: EmittedLog | undefined;
  isFound: boolean;
  /** How many fit, by emitter. */
  seen: Map<AccountIndex, number>;
  mismatch: string | undefined;
};

export type ExpectedCreate = { code: Uint8Array; deployer: AccountIndex; isCreate2: boolean };

export type Mock = {
  target: AccountIndex;
  data: Uint8Array;
  value: bigint | undefined;
  /** One after the other; the last again and again. */
  answers: readonly Uint8Array[];
  given: number;
  reverts: boolean;
};

export type AcceptedRevert = { reverter: AccountIndex | undefined; isPartial: boolean; reason: Uint8Array };

/** A slot that was read or written, with its value before and after. */
export type StorageAccess = {
  account: AccountIndex;
  slot: bigint;
  isWrite: boolean;
  before: bigint;
  after: bigint;
  reverted: boolean;
};

/** An account that was reached; balances and nonces before and after. */
export type AccountAccess = {
  kind: number;
  account: AccountIndex;
  accessor: AccountIndex;
  initialized: boolean;
  balances: [bigint, bigint];
  nonces: [bigint, bigint];
  deployedCode: string;
  value: bigint;
  data: string;
  reverted: boolean;
  storage: StorageAccess[];
  depth: number;
};

/** Block fields that cheatcodes change. */
export type BlockChanges = {
  number: bigint;
  timestamp: bigint;
  coinbase: Uint8Array;
  baseFee: bigint;
  random: bigint;
  chainId: bigint;
  blobBaseFee: bigint | undefined;
};

export type Snapshot = { state: State; block: BlockChanges };

export class CheatState {
  pranks = new Map<number, Prank>();
  expectedRevert: ExpectedRevert | undefined;
  expectedCalls: ExpectedCall[] = [];
  expectedEmits: ExpectedEmit[] = [];
  expectedCreates: ExpectedCreate[] = [];
  assumedNoRevert:
    | { depth: number; accepted: readonly AcceptedRevert[]; revertedBy: AccountIndex | undefined }
    | undefined;
  mocks: Mock[] = [];
  mockedFunctions: { target: AccountIndex; to: AccountIndex; data: Uint8Array }[] = [];
  recordedLogs: EmittedLog[] | undefined;
  /** Slots read and written, by account, since recording began. */
  accesses: Map<AccountIndex, { reads: bigint[]; writes: bigint[] }> | undefined;
  isRecording = false;
  /** Accounts and slots reached since recording began: a list for each call that runs. */
  stateDiff: AccountAccess[][] | undefined;
  snapshots = new Map<bigint, Snapshot>();
  nextSnapshot = 0n;
  console: string[] = [];
  labels = new Map<string, string>();
  environment = new Map<string, string>();
  /** JSON objects that are being serialised, by their key. */
  objects = new Map<string, Map<string, unknown>>();
  /** Keys of wallets that the test made known, by address. */
  wallets = new Map<string, bigint>();
  blockHashes = new Map<bigint, Uint8Array>();
  origin: bigint | undefined;
  gasPrice: bigint | undefined;
  blobHashes: readonly Uint8Array[] | undefined;
  random: bigint;
  lastCall: { limit: number; used: number; left: number } | undefined;
  gasSnapshots = new Map<string, number>();
  /** Frames whose gas does not count since metering was paused: by depth, what they had. */
  pausedGas: Map<number, number> | undefined;
  interceptsInitCode = false;
  /** An assertion failed that does not revert, or a snapshot was gone back from that held such a failure. */
  hasFailed = false;
  arbitraryStorage = new Set<AccountIndex>();
  /** Cheatcode that was called and does not work here. */
  unsupported: string | undefined;

  constructor(seed: bigint) {
    this.random = seed;
  }

  /** A state of its own that stands where this one does. */
  copied(): CheatState {
    const copy = new CheatState(this.random);
    for (const [key, value] of Object.entries(this)) (copy as unknown as Record<string, unknown>)[key] = cloned(value);
    return copy;
  }

  /** Forgets what does not last from one call of a test to the next, its expectations, and returns this. */
  forNextCall(): this {
    this.expectedRevert = undefined;
    this.expectedCalls = [];
    this.expectedEmits = [];
    this.expectedCreates = [];
    this.assumedNoRevert = undefined;
    this.pausedGas = undefined;
    return this;
  }
}

/** Bytes and states are never changed once they are held, so they are shared. */
function cloned(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, cloned(item)]));
  if (value instanceof Set) return new Set(value);
  if (Array.isArray(value)) return value.map(cloned);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cloned(item)]));
}
