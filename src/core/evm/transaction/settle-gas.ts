/** The gas of a transaction that ended: what it used, what is given back, what the receipt states. */
import type { BlockEnvironment } from '../environment';
import { Fork } from '../rules/forks';
import type { TransactionInput } from './transaction-input';

/** Gas: what execution used, that with what the protocol counts, what may be given back, and what the receipt states. */
export type Settled = { executed: bigint; used: bigint; refund: number; gasUsed: bigint };

type Ended = {
  transaction: TransactionInput;
  block: BlockEnvironment;
  /** Gas that execution used. */
  executed: bigint;
  /** Gas that instructions and authorisations counted for giving back. */
  counted: number;
  /** Gas that a transaction of this calldata uses at least (EIP-7623). */
  floor: number;
};

/** Returns the gas of a transaction whose last frame ended, with the refund capped (EIP-3529). */
export function settleGas({ transaction, block, executed, counted, floor }: Ended): Settled {
  const used = block.protocol?.counted?.(transaction, executed) ?? executed;
  const refund = transaction.isWithoutRefund || block.protocol?.givesNoRefund?.(transaction) ? 0 : counted;
  const cap = (used - BigInt(transaction.dataGas ?? 0)) / (block.fork >= Fork.london ? 5n : 2n);
  let gasUsed = used - cappedRefund(BigInt(refund), cap);
  if (gasUsed < BigInt(floor)) gasUsed = BigInt(floor);
  if (block.protocol?.gasUsed) gasUsed = block.protocol.gasUsed(transaction, gasUsed);
  return { executed, used, refund, gasUsed };
}

/**
 * Returns the gas that is given back. A counter below zero is left by cheatcodes alone, which write storage without gas;
 * revm reads it without its sign, so that it counts as the most.
 */
export function cappedRefund(counted: bigint, cap: bigint): bigint {
  return counted >= 0n && counted < cap ? counted : cap;
}
