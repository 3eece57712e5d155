/**
 * The tables of the reader's database and what a record of each holds.
 *
 * Stored types are defined here on purpose and do not reuse in-memory types
 * where those may change: a released version must stay readable for ever
 * (tests/db holds a dump per version).
 */
import type { Capabilities, Endpoint, Network } from '../core/chain/network';
import type { Address, Hash, NetworkId } from '../core/chain/primitives';
import type { Block, Receipt, Transaction } from '../core/chain/transaction';
import type { ContractKnowledge, SignatureCandidate } from '../core/contract/knowledge';

/** Kept for eviction: least recently used first, under the storage budget. */
type Used = { /** Milliseconds since the epoch. */ usedAt: number /** Bytes, estimated. */; size: number };

export type TransactionRow = Used & {
  networkId: NetworkId;
  hash: Hash;
  transaction: Transaction;
  receipt?: Receipt;
  fetchedAt: number;
};
export type BlockRow = Used & { networkId: NetworkId; hash: Hash; number: number; block: Block; fetchedAt: number };
/** The columns as one buffer in the format of core/trace/binary. `blockHash` says which inclusion it belongs to. */
export type TraceRow = Used & { networkId: NetworkId; hash: Hash; blockHash: Hash; bytes: ArrayBuffer; source: string };
export type ContractRow = Used & { networkId: NetworkId; address: Address; knowledge: ContractKnowledge };
/** Contract of imported build output, not bound to an address: matched by code when met. */
export type ArtifactRow = {
  id: string;
  name: string;
  fileName: string;
  importedAt: number;
  abi: ContractKnowledge['abi'];
  /** Runtime bytecode as compiled, hex; '' for interfaces. */
  runtimeBytecode: string;
  creationBytecode: string;
  /** Start and length, bytes, of immutables and library links in the runtime bytecode, which differ on chain. */
  holes: readonly { start: number; length: number }[];
  compilerVersion?: string;
  sources?: Readonly<Record<string, string>>;
};
export type SignatureRow = SignatureCandidate & { id: string; fetchedAt: number };
export type PreferenceRow = { key: string; value: unknown };
export type NetworkRow = Network & { addedAt: number };
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
export type VisitRow = {
  networkId: NetworkId;
  hash: Hash;
  visitedAt: number;
  title: string;
  status: 'success' | 'failed' | 'pending';
};
