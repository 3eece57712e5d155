/** Transactions that wait for a block, in the order of their senders' nonces. */
import type { Address, Hash } from '../chain/primitives';
import { CIP64, type SentTransaction } from '../chain/transaction';
import type { SealedTransaction } from './block-execution';

/** More than this wait of one sender, and of all; further ones are refused. */
const MAX_OF_SENDER = 1_000;
const MAX_TRANSACTIONS = 20_000;

export class TransactionPool {
  private readonly bySender = new Map<Address, Map<number, SealedTransaction>>();
  private readonly byHash = new Map<Hash, SealedTransaction>();

  get size(): number {
    return this.byHash.size;
  }

  /** Adds a transaction in the place of another of its nonce. A text says why it is refused. */
  add(entry: SealedTransaction): string | undefined {
    const { from, nonce, hash } = entry.transaction;
    if (this.byHash.has(hash)) return 'already known';
    const own = this.bySender.get(from) ?? new Map<number, SealedTransaction>();
    const before = own.get(nonce);
    if (before !== undefined && maxPrice(entry.transaction) <= maxPrice(before.transaction))
      return 'replacement transaction underpriced';
    if (before === undefined && (own.size >= MAX_OF_SENDER || this.size >= MAX_TRANSACTIONS)) return 'txpool is full';
    if (before !== undefined) this.byHash.delete(before.transaction.hash);
    own.set(nonce, entry);
    this.bySender.set(from, own);
    this.byHash.set(hash, entry);
    return undefined;
  }

  get(hash: Hash): SealedTransaction | undefined {
    return this.byHash.get(hash);
  }

  delete(hash: Hash): boolean {
    const entry = this.byHash.get(hash);
    if (entry === undefined) return false;
    const { from, nonce } = entry.transaction;
    const own = this.bySender.get(from);
    own?.delete(nonce);
    if (own?.size === 0) this.bySender.delete(from);
    return this.byHash.delete(hash);
  }

  clear(): void {
    this.bySender.clear();
    this.byHash.clear();
  }

  /** All, of each sender by nonce. */
  all(): SealedTransaction[] {
    return Array.from(this.bySender.values(), sorted).flat();
  }

  /** Returns the transactions of one sender that follow on `nonce` without a gap. */
  following(from: Address, nonce: number): SealedTransaction[] {
    const own = this.bySender.get(from);
    const found: SealedTransaction[] = [];
    for (let next = own?.get(nonce); next !== undefined; next = own?.get(++nonce)) found.push(next);
    return found;
  }

  get senders(): Address[] {
    return [...this.bySender.keys()];
  }

  /** Drops what can never be in a block any more: `nonceOf` says the next nonce of a sender. */
  prune(nonceOf: (sender: Address) => number): void {
    for (const [sender, own] of this.bySender)
      for (const [nonce, { transaction }] of own) if (nonce < nonceOf(sender)) this.delete(transaction.hash);
  }
}

function sorted(own: ReadonlyMap<number, SealedTransaction>): SealedTransaction[] {
  return [...own.values()].sort((a, b) => a.transaction.nonce - b.transaction.nonce);
}

function maxPrice({ maxFeePerGas, gasPrice }: SentTransaction): bigint {
  return maxFeePerGas ?? gasPrice ?? 0n;
}

/**
 * Merges the queues of senders into one, best tip first, equal tips in the
 * order they came. A refusal by `take` ends its sender's queue.
 */
export async function takeInOrder(
  queues: readonly (readonly SealedTransaction[])[],
  baseFee: bigint,
  take: (entry: SealedTransaction) => Promise<boolean>,
): Promise<void> {
  const open = queues.filter((queue) => queue.length > 0).map((queue) => ({ queue, at: 0 }));
  while (open.length > 0) {
    let best = 0;
    for (let index = 1; index < open.length; index++)
      if (tipOf(open[index], baseFee) > tipOf(open[best], baseFee)) best = index;
    const chosen = open[best];
    const taken = await take(chosen.queue[chosen.at]);
    chosen.at++;
    if (!taken || chosen.at === chosen.queue.length) open.splice(best, 1);
  }
}

function tipOf({ queue, at }: { queue: readonly SealedTransaction[]; at: number }, baseFee: bigint): bigint {
  // What pays in a token comes last: its prices are in other units than those of the others.
  if (queue[at].transaction.type === CIP64) return -1n;
  const { gasPrice = 0n, maxFeePerGas = gasPrice, maxPriorityFeePerGas = maxFeePerGas } = queue[at].transaction;
  const most = maxFeePerGas - baseFee;
  if (most < maxPriorityFeePerGas) return most;
  return maxPriorityFeePerGas;
}
