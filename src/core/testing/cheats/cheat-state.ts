/** What cheatcodes have set so far: plain data, so that a run can be gone back to at any step. */

import type { AccountIndex, SlotIndex } from '../../evm/state/slots';
import type { State } from '../../evm/state/state';
import type { Limbs } from '../../evm/words/words';
import type { FirstValues } from './first-values';
import type { ForkedState } from './forked-state';

/** Depths count as forge does: 0 for who calls the test, 1 for the test itself. */
export type Prank = {
  /** Account whose calls are changed. */
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
  /** Whether the revert of a cheatcode is expected; `isPending` until the call that expects it has ended. */
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
  /** Whether each of the four topics is checked, and whether the data is. */
  checks: readonly [boolean, boolean, boolean, boolean, boolean];
  emitter: AccountIndex | undefined;
  isAnonymous: boolean;
  count: number;
  /** Filled by the next event after the expectation. */
  log: EmittedLog | undefined;
  isFound: boolean;
  /** By emitter, the number of events that match. */
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

/** Calls that a script would send as transactions, and who sends them. */
export type Broadcast = {
  /** Account whose calls are changed. */
  caller: AccountIndex;
  sender: AccountIndex;
  /** `tx.origin` before. */
  origin: bigint;
  depth: number;
  isSingle: boolean;
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
  gasLimit: number | bigint;
};

/** Gas that stands still or is counted for a test. */
export type Metering = {
  isPaused: boolean;
  /** The next instruction begins with all of its frame's gas. */
  isReset: boolean;
  /** Gas and refund of the frames that run while it is paused, the innermost last. */
  paused: { gas: number; refund: number }[];
  /** The one snapshot that is being taken: gas that frames at its depth used. */
  counted: { group: string; name: string; used: number; depth: number } | undefined;
  /** Gas that a frame at that depth had used at the last instruction; 0 before the first. */
  lastUsed: number;
};

/** Storage that makes values up where nothing was written. */
export type ArbitraryStorage = {
  /** Values made up so far, by account and slot. */
  values: Map<AccountIndex, Map<bigint, bigint>>;
  /** Accounts that have the storage of another. */
  copies: Map<AccountIndex, AccountIndex>;
  /** Accounts whose slots are made up even where something was written. */
  overwrites: Set<AccountIndex>;
};

/** An instruction of a recording for the test: the depth counts from 1 for the test itself. */
export type DebugStep = {
  op: number;
  stack: readonly bigint[];
  memory: string;
  depth: number;
  account: AccountIndex;
  isOutOfGas: boolean;
};

/** Parents and keys of the slots of mappings that one account hashed, and the slots that it wrote. */
export type MappingSlots = {
  /** Parents and keys by the hash that was made of them. */
  entries: Map<bigint, { parent: bigint; key: bigint }>;
  /** Slots that were written, by the slot of their mapping, in the order of the first write. */
  children: Map<bigint, bigint[]>;
};

export type Snapshot = {
  state: State;
  block: BlockChanges;
  activeFork: number | undefined;
  cooled: ReadonlySet<AccountIndex>;
};

/** A chain behind an endpoint, at one block, and what a test made of it. */
export type TestFork = {
  url: string;
  /** The block whose state it begins with. */
  number: bigint;
  /** Transactions that were executed on that state, and what they made of it. */
  forked?: ForkedState;
  /** Changes of the block, as they stand, or stood when another fork was selected. */
  block: BlockChanges;
  /** State of the fork when another one was selected; undefined where it was not left yet. */
  state?: State;
};

export class CheatState {
  pranks = new Map<number, Prank>();
  broadcast: Broadcast | undefined;
  /** Delegations that the next transaction takes along, by authority. */
  delegations: { authority: AccountIndex; nonce: bigint }[] = [];
  /** The next transaction takes a blob along. */
  hasBlob = false;
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
  /** What slots and accounts held at first, by index, where a snapshot may need it. */
  firstSlots: FirstValues['firstSlots'] = new Map();
  firstAccounts: FirstValues['firstAccounts'] = new Map();
  console: string[] = [];
  labels = new Map<string, string>();
  environment = new Map<string, string>();
  /** EVM version that a test chose in place of the configuration's. */
  evmVersion: string | undefined;
  /** Forks by their id. */
  forks: TestFork[] = [];
  activeFork: number | undefined;
  /** State that all forks begin with. */
  forkStart: State | undefined;
  /** Accounts that the test said would go along to another fork, or would not; in lower case. */
  persistent = new Map<string, boolean>();
  /** Accounts that were reached and are cold again, where calls are transactions of their own. */
  cooled = new Set<AccountIndex>();
  /** Those that were so before the isolated call that runs. */
  cooledOutside: Set<AccountIndex> | undefined;
  /** Slots that were made cold, with the original values that they go on with where an isolated call reaches them first. */
  cooledSlots = new Map<SlotIndex, Limbs>();
  /** Files and folders that the test wrote, by path from the root; `none` for what it removed. */
  disk = new Map<string, Uint8Array | 'folder' | 'none'>();
  /** Bytes of each file that were read line by line so far. */
  openFiles = new Map<string, number>();
  /** JSON objects that are being serialised, by their key. */
  objects = new Map<string, Map<string, unknown>>();
  /** Keys of wallets that the test made known, by address. */
  wallets = new Map<string, bigint>();
  blockHashes = new Map<bigint, Uint8Array>();
  gasPrice: bigint | undefined;
  blobHashes: readonly Uint8Array[] | undefined;
  /** Random words drawn of the seed so far, 32 bits each. */
  drawn = 0;
  lastCall: { limit: number; used: number; refunded: number; left: number } | undefined;
  /** Snapshots of gas and of values, by group and name. */
  gasSnapshots = new Map<string, Map<string, string>>();
  metering = newMetering();
  /** Bytes of memory that may be written, from and up to, by depth. */
  safeMemory = new Map<number, [number, number][]>();
  mappings: Map<AccountIndex, MappingSlots> | undefined;
  interceptsInitCode = false;
  /** Addresses and slots that the isolated calls of a test find warm, and pay for. */
  accessList: { address: Uint8Array; storageKeys: Uint8Array[] }[] = [];
  /** While an isolated call runs: the base fee that the test goes on with. */
  baseFeeOutside: bigint | undefined;
  /** Account whose call reverted first in the last call of the test's contract, also where that was caught. */
  reverter: AccountIndex | undefined;
  /** An assertion failed that does not revert, or a snapshot was gone back from that held such a failure. */
  hasFailed = false;
  arbitrary: ArbitraryStorage | undefined;
  /** Instructions since recording began. */
  debugSteps: DebugStep[] | undefined;
  /** Cheatcode that was called and does not work here. */
  unsupported: string | undefined;

  constructor(public seed: bigint) {}
}

/** Returns a state of its own that stands where the given one does. */
export function copyOf(kept: CheatState): CheatState {
  const copy: CheatState = { ...kept };
  const fields = copy as unknown as Record<string, unknown>;
  for (const key in fields) if (typeof fields[key] === 'object') fields[key] = cloned(fields[key]);
  return copy;
}

/** Makes the state forget what does not last from one call of a test to the next, its expectations, and returns it. */
export function forNextCall(kept: CheatState): CheatState {
  kept.expectedRevert = undefined;
  if (kept.expectedCalls.length > 0) kept.expectedCalls = [];
  if (kept.expectedEmits.length > 0) kept.expectedEmits = [];
  if (kept.expectedCreates.length > 0) kept.expectedCreates = [];
  kept.assumedNoRevert = undefined;
  if (kept.cooled.size > 0) kept.cooled = new Set();
  if (kept.cooledSlots.size > 0) kept.cooledSlots = new Map();
  if (kept.openFiles.size > 0) kept.openFiles = new Map();
  if (kept.safeMemory.size > 0) kept.safeMemory = new Map();
  kept.metering = newMetering();
  return kept;
}

function newMetering(): Metering {
  return { isPaused: false, isReset: false, paused: [], counted: undefined, lastUsed: 0 };
}

/** Copies what holds others; nothing else is ever changed once it is held, so it is shared. A fuzzed call copies a state, nearly all of it empty. */
function cloned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) {
    const copy = new Map<unknown, unknown>();
    if (value.size > 0) for (const [key, item] of value) copy.set(key, cloned(item));
    return copy;
  }
  if (Array.isArray(value)) return value.map(cloned);
  if (value instanceof Set) return new Set(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy = { ...value } as Record<string, unknown>;
  for (const key in copy) copy[key] = cloned(copy[key]);
  return copy;
}
