/** A virtual network as its clients see it: the chain, who may send, how blocks are sealed, and what is watched. */

import type { Address, Hash } from '../../chain/primitives';
import type { Block, SentTransaction } from '../../chain/transaction';
import { KeptRuns } from '../../simulation/kept-runs';
import type { Run } from '../../simulation/run';
import type { Fields } from '../../values/json-fields';
import type { SealedBlock } from '../sealed-block';
import { UNPACKED } from '../state-packing';
import type { VirtualChain } from '../virtual-chain';
import { isAbsent, quantityOf } from './parameters';
import { invalid, RpcCode, RpcError } from './rpc-error';

/** Answers what is older than a fork. The name of the method is checked before: it can only be one that reads. */
export type ParentReader = (method: string, params: readonly unknown[]) => Promise<unknown>;

export type NodeEvent =
  | { kind: 'block'; sealed: SealedBlock }
  | { kind: 'dropped'; sealed: SealedBlock }
  | { kind: 'pending'; transaction: SentTransaction };

/** Methods that may be asked of a parent: none of them changes anything there. */
export const PARENT_READS: ReadonlySet<string> = new Set([
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getHeaderByNumber',
  'eth_getHeaderByHash',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByNumber',
  'eth_getBlockTransactionCountByHash',
  'eth_getUncleCountByBlockNumber',
  'eth_getUncleCountByBlockHash',
  'eth_getTransactionByHash',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionReceipt',
  'eth_getBalance',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_getStorageValues',
  'eth_getTransactionCount',
  'eth_getProof',
  'eth_getLogs',
  'eth_feeHistory',
  'eth_call',
  'debug_traceTransaction',
]);

/** A block as the state after it is asked for. */
export type Position = {
  number: number;
  block: Block & { number: number };
  /** What waits is executed in the block first; else it is empty. */
  isPending?: true;
};

export class VirtualNode {
  isAutomatic = true;
  /** Seconds between blocks that are sealed by themselves, 0 for none; whoever serves the node drives them. */
  interval = 0;
  autoImpersonate = false;
  readonly impersonated = new Set<Address>();
  readonly listeners = new Set<(event: NodeEvent) => void>();
  readonly filters = new Map<string, { take(): unknown; all(): unknown; stop(): void }>();
  lastFilter = 0;
  packing = UNPACKED;
  /** Blocks that were executed again to be traced, by their hashes. */
  runs = new KeptRuns<Run>();

  constructor(
    public chain: VirtualChain,
    /** Accounts the node signs for, with their keys. */
    readonly accounts: ReadonlyMap<Address, `0x${string}`>,
    private readonly parent: ParentReader | undefined,
    readonly clientVersion: string,
  ) {}

  tell(event: NodeEvent): void {
    // A block in the place of a dropped one may have its hash where a header does not commit to the state, as in forks.
    if (event.kind === 'dropped') this.runs = new KeptRuns();
    for (const listener of this.listeners) listener(event);
  }

  /** Asks the parent of a fork; refuses what is no read, before anything is sent. */
  async readParent(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!PARENT_READS.has(method)) throw new RpcError(RpcCode.methodNotFound, `${method} is not asked of a parent`);
    if (this.parent === undefined) throw invalid('there is no such block');
    return this.parent(method, params);
  }

  /** Number that a block parameter means; undefined for a hash that no block of this chain has. */
  numberOf(given: unknown): number | undefined {
    const { chain } = this;
    const name = nameOf(given);
    if (isAbsent(name) || name === 'latest') return chain.number;
    if (name === 'pending') return chain.number + 1;
    if (name === 'safe' || name === 'finalized') return chain.number;
    if (name === 'earliest') return 0;
    const hash = hashIn(name);
    return hash === undefined ? quantityOf(name, 'block number') : chain.numberOf(hash);
  }

  /**
   * Does as `numberOf`; a fork asks its parent for the block of a hash. Undefined where neither has it from before the
   * fork.
   */
  async knownNumberOf(given: unknown): Promise<number | undefined> {
    const number = this.numberOf(given);
    if (number !== undefined || !this.chain.isFork) return number;
    const parents = numberIn(await this.readParent('eth_getBlockByHash', [hashIn(given), false]), 'number');
    return this.isParents(parents, false) ? parents : undefined;
  }

  /** Whether the chain before the fork has the block: its state, or with `contents` also the block it was forked at. */
  isParents(number: number | undefined, contents: boolean): boolean {
    const { firstNumber, isFork } = this.chain;
    return isFork && number !== undefined && (number < firstNumber || (contents && number === firstNumber));
  }

  /** The parent's answer about a transaction; null where no block up to the one of the fork has it. */
  async readParentsTransaction(
    method: 'eth_getTransactionByHash' | 'eth_getTransactionReceipt',
    hash: unknown,
  ): Promise<unknown> {
    if (!this.chain.isFork) return null;
    const answer = await this.readParent(method, [hash]);
    return this.isParents(numberIn(answer, 'blockNumber'), true) ? answer : null;
  }

  /** The next block before anything is in it. */
  next(): Position {
    const { chain } = this;
    return { number: chain.number + 1, block: chain.draft() };
  }

  /** The block whose state is asked for; of a pending one the draft. */
  positionOf(given: unknown): Position {
    const number = this.numberOf(given);
    const { chain } = this;
    if (given === 'pending') return { ...this.next(), isPending: true };
    const sealed = number === undefined ? undefined : chain.blockAt(number);
    if (sealed === undefined) throw new RpcError(RpcCode.server, 'header not found');
    return { number: sealed.block.number, block: sealed.block };
  }
}

/** What a block parameter names its block by: a hash, a number or a tag. */
function nameOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const { blockHash, blockNumber } = given as { blockHash?: unknown; blockNumber?: unknown };
  return isAbsent(blockHash) ? blockNumber : blockHash;
}

/** Returns the hash by which a block parameter names its block; undefined where it names it otherwise. */
export function hashIn(given: unknown): Hash | undefined {
  const name = nameOf(given);
  return typeof name === 'string' && name.length === 66 ? (name.toLowerCase() as Hash) : undefined;
}

/** A number in an answer of the parent; undefined where nothing was found, or it is in no block. */
function numberIn(answer: unknown, name: 'number' | 'blockNumber'): number | undefined {
  const { [name]: number } = (answer ?? {}) as Fields;
  return isAbsent(number) ? undefined : quantityOf(number, name);
}
