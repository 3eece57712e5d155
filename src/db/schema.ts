/**
 * The tables of the reader's database and what a record of each holds.
 *
 * Stored types are defined here on purpose and do not reuse in-memory types
 * where those may change: a released version must stay readable for ever
 * (tests/db holds a dump per version).
 */
import type { Capabilities, Endpoint, Network } from '../core/chain/network';
import type { Address, Hash, NetworkId } from '../core/chain/primitives';
import type { Block, Log, ReceiptHead, Transaction } from '../core/chain/transaction';
import type { ContractKnowledge, NameOrigin, SignatureCandidate } from '../core/contract/knowledge';

/** Names a transaction, on one chain. */
export type TransactionId = { networkId: NetworkId; hash: Hash };

export type TransactionRow = TransactionId & {
  transaction: Transaction;
  /** Since version 4 without its logs. */
  receipt?: ReceiptHead;
  fetchedAt: number;
};
/** The logs of a kept receipt, apart from it: they may be thousands, and few questions need them. Since version 4. */
export type ReceiptLogsRow = TransactionId & { logs: readonly Log[] };
export type BlockRow = { networkId: NetworkId; hash: Hash; number: number; block: Block; fetchedAt: number };
/** The columns as one buffer in the format of core/trace/binary. `blockHash` says which inclusion it belongs to. */
export type TraceRow = TransactionId & {
  blockHash: Hash;
  bytes: ArrayBuffer;
  source: string;
  /** It came in a trace file, whose maker vouches for it. */
  fromFile?: true;
  /** Better sources that were not taken, each with its reason. */
  skipped?: readonly { source: string; reason: string; differs?: boolean }[];
  /** Of a trace that comes from executing the transaction again: what was compared, and all that was read. */
  replay?: KeptReplay;
};
/**
 * What the page of a large trace shows first, in the shape the worker answers it, so that it need not wait for the
 * trace. `made` names the code that made it: other code may answer in another shape. Since version 4.
 */
export type FirstScreenRow = TransactionId & { blockHash: Hash; made: string; screen: unknown };
export type KeptReplay = {
  verification: {
    origin: 'prestateTracer' | 'rpc';
    compared: { status: boolean; gasUsed: number; logs: number; earlier: number };
    steps: number;
  };
  block: Block;
  witness: KeptWitness;
};
/** Addresses are 20 bytes, other values 32; `code` is an index into the codes, `storage` keys and values in turn. */
export type KeptWitness = {
  accounts: readonly {
    address: Uint8Array;
    balance: Uint8Array;
    nonce: bigint;
    code: number;
    exists: boolean;
    storage: Uint8Array;
  }[];
  codes: readonly Uint8Array[];
  hashes: readonly { number: number; hash: Uint8Array }[];
};
export type ContractRow = { networkId: NetworkId; address: Address; knowledge: ContractKnowledge };
/** Contract of imported build output, not bound to an address: matched by code when met. */
export type ArtifactRow = {
  /** `${hash of the imported file}:${position in it}`. */
  id: string;
  name: string;
  /** Path of the source as the compiler knew it. */
  fileName: string;
  /** Name of the file it was imported from. */
  importedFrom: string;
  importedAt: number;
  abi: ContractKnowledge['abi'];
  /** Runtime bytecode as compiled, hex; '' for interfaces. */
  runtimeBytecode: string;
  creationBytecode: string;
  /** Start and length, bytes, of immutables and library links in the runtime bytecode, which differ on chain. */
  holes: readonly { start: number; length: number }[];
  compilerVersion?: string;
  /** Path of each source file to the id of its text, which contracts of one build share. */
  sources?: Readonly<Record<string, string>>;
  /** Id of the compiler run it came from, where the file had that whole. Since version 2. */
  compilation?: string;
};
/** A run of a compiler: standard JSON in and out, gzip over UTF-8. One half may come before the other. Since version 2. */
export type CompilationRow = {
  id: string;
  version: string;
  input?: ArrayBuffer;
  output?: ArrayBuffer;
  /** Codes that it did not make though somebody said so: the sentence why, by their hash. */
  refused?: Readonly<Record<string, string>>;
};
/** Of which contract of which run the code at an address is. Since version 2. */
export type ContractSourceRow = {
  networkId: NetworkId;
  address: Address;
  /** keccak256 of the runtime code it was compared with. */
  codeHash: string;
  compilation: string;
  file: string;
  contract: string;
  match: 'exact' | 'partial';
  origin: NameOrigin;
  fetchedAt: number;
};
/** One source file of imported build output; `id` is `${hash of the imported file}:${number}`. */
export type ArtifactSourceRow = { id: string; text: string };
/** `id` is `${selector} ${signature}`. */
export type SignatureRow = SignatureCandidate & { id: string; fetchedAt: number };
export type PreferenceRow = { key: string; value: unknown };
export type NetworkRow = Network & { addedAt: number };
/** `id` is `${networkId} ${url}`. Rows of origin `config` and `public` keep what was probed and what the reader changed. */
export type EndpointRow = Endpoint & { id: string; capabilities?: Capabilities };
/** Calls of one network, endpoint and method in one hour. */
export type CallCountRow = {
  networkId: NetworkId;
  endpoint: string;
  method: string;
  /** Start of the hour, milliseconds since the epoch. */
  hour: number;
  calls: number;
  failed: number;
  rateLimited: number;
  /** Sum of round trips, milliseconds. */
  milliseconds: number;
  bytes: number;
};
/** A transaction the reader opened, newest first on the home page. */
export type VisitRow = TransactionId & {
  visitedAt: number;
  title: string;
  status: 'success' | 'failed' | 'pending';
};

/** What the reader noted at a row of a trace; the row goes by its depth id. */
export type RowNoteRow = TransactionId & {
  depthId: string;
  priority: 'high' | 'medium' | 'low' | 'none';
  comment: string;
  changedAt: number;
};

/** A name the reader gave to an address, at most 64 characters. */
export type LabelRow = { networkId: NetworkId; address: Address; name: string; changedAt: number };

/** Tables whose records are only kept while there is room: they can be fetched again. */
export type EvictableTable = 'traces' | 'transactions' | 'blocks' | 'contracts' | 'compilations';

/** When a record of an evictable table was last used and how large it is; apart from it, so that use costs no rewrite. */
export type UseRow = {
  table: EvictableTable;
  /** `networkId` and the hash or address of the record's primary key. */
  key: readonly [NetworkId, string];
  /** Milliseconds since the epoch. */
  usedAt: number;
  /** Bytes, estimated. */
  size: number;
};
