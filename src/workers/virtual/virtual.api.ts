/**
 * The contract of virtual networks: chains that live in this browser. One of all tabs runs a network; whoever else asks
 * for it is answered through that one. What a network is (blocks, settings, snapshots) pages read from IndexedDB, where
 * every change stands before it is answered.
 */
import type { NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { ForkPlan } from '../../core/virtual/rpc/fork-plans';
import type { JobId } from '../ids';

/** When blocks are made: one for each transaction, when they are asked for, or every so many seconds. */
export type Sealing = 'transaction' | 'hand' | { seconds: number };

export type NewVirtualNetwork = {
  /** No other network of this browser may have it. */
  chainId: NetworkId;
  name: string;
  /** The chain and block that it is forked from; absent for an empty chain. */
  parent?: { networkId: NetworkId; block: number | 'latest' };
  sealing: Sealing;
};

export interface VirtualApi {
  cancel(job: JobId): Promise<void>;
  /** Makes and keeps a network. Reads the parent's block, and nothing else of it until it is needed. */
  create(job: JobId, wish: NewVirtualNetwork): Promise<Result<NetworkId, Failure>>;
  /** JSON-RPC, as `loupe rpc` serves it. Wait for the answer: what it says is kept by then. Asked once, whatever comes of it. */
  request(networkId: NetworkId, method: string, params: readonly unknown[]): Promise<Result<unknown, Failure>>;
  /**
   * Makes a fork again at another block of its parent, with its own blocks and
   * what was set by hand on top, and says which transactions came out
   * otherwise. The network stays as it is; a later plan replaces this one.
   */
  planFork(networkId: NetworkId, block: number | 'latest'): Promise<Result<ForkPlan, Failure>>;
  /** Puts a planned fork in the place of the network. Fails, and changes nothing, where the network changed since. */
  takeFork(networkId: NetworkId, plan: string): Promise<Result<undefined, Failure>>;
  /** The network as a file: with its blocks, transactions and snapshots, and of a fork what was read of its parent. */
  save(networkId: NetworkId): Promise<Result<Uint8Array, Failure>>;
  /** Keeps the network of such a file, under the chain id that it has there. */
  open(file: Uint8Array): Promise<Result<NetworkId, Failure>>;
  /** Deletes the network with all that is in it. */
  remove(networkId: NetworkId): Promise<Result<undefined, Failure>>;
  /** Tells whether this tab runs the network, or another one. */
  runner(networkId: NetworkId): Promise<'here' | 'elsewhere'>;
}
