/**
 * Holds the newest plan to fork a network again, at another block of its parent, until
 * it is taken or the network changes.
 *
 *     loupe_planFork → what would differ, and an id → loupe_takeFork
 */
import type { Hash } from '../../chain/primitives';
import type { ForkComparison } from '../fork-again';
import type { VirtualChain } from '../virtual-chain';
import { amountOf } from './parameters';
import { RpcCode, RpcError } from './rpc-error';
import type { VirtualNode } from './virtual-node';

/** A plan to fork again; number and hash are those of the parent's block. */
export type ForkPlan = { id: string; number: number; hash: Hash; comparison: ForkComparison };

/** Reads the number of the parent's block from the request. */
export function parentBlockOf(value: unknown): number | 'latest' {
  return value === 'latest' ? 'latest' : amountOf(value, 'block');
}

export class ForkPlans<Fork extends { chain: VirtualChain }> {
  private planned: { id: string; version: string; fork: Fork } | undefined;

  /** Keeps the fork. `version` is a text that every change of the network changes. An id is given to no other fork. */
  plan(id: string, version: string, fork: Fork, comparison: ForkComparison): ForkPlan {
    this.planned = { id, version, fork };
    const { number, hash } = fork.chain.firstBlock;
    return { id, number, hash, comparison };
  }

  /** Returns the fork, and keeps it. Throws the sentence for the caller where it cannot be taken. */
  find(id: unknown, version: string): Fork {
    const { planned } = this;
    if (planned === undefined || planned.id !== id)
      throw new RpcError(RpcCode.server, 'This fork is not there any more: make it again.');
    if (planned.version !== version)
      throw new RpcError(RpcCode.server, 'The network changed since this fork was made of it: make it again.');
    return planned.fork;
  }

  /** Drops the plan after it was taken. */
  forget(): void {
    this.planned = undefined;
  }
}

/** Tells listeners that the blocks of `before` are gone, and those of the chain in its place are there. */
export function tellReplaced(node: VirtualNode, before: VirtualChain): void {
  for (let number = before.number; number > before.firstNumber; number--) {
    const sealed = before.blockAt(number);
    if (sealed !== undefined) node.tell({ kind: 'dropped', sealed });
  }
  const { chain } = node;
  for (let number = chain.firstNumber + 1; number <= chain.number; number++) {
    const sealed = chain.blockAt(number);
    if (sealed !== undefined) node.tell({ kind: 'block', sealed });
  }
}
