/** What a transaction paid and to whom, beside what it moved: together they are what its sender's balance changed by. */
import { bytesToAddress } from '../chain/hex';
import type { Address } from '../chain/primitives';
import type { TransactionResult } from '../evm/transaction/transaction-result';
import { RowFlag, type Trace } from '../trace/rows';
import { computeTransfers, type SelfdestructEnds } from '../trace/transfers';
import type { Replay } from './replay';

/** All in wei. */
export type PaidFees = {
  /** Parts of the fee in the order they are paid; `to` is absent for what is burnt. Parts of nothing are left out. */
  parts: readonly { kind: TransactionResult['fees'][number]['kind']; wei: bigint; to?: Address }[];
  total: bigint;
  /** Wei that the protocol brought the sender first: from `mintedFrom`, or made where that is absent. */
  minted: bigint;
  mintedFrom?: Address;
  /** Wei that calls brought the sender, less the wei that they took. */
  moved: bigint;
  /** The balance of the sender after the transaction, less that before. Calls of the chain's own precompiles may be in it. */
  change: bigint;
};

/** Returns the fees of an execution that has ended. Linear in the rows. */
export function paidFees(
  replay: Replay,
  trace: Trace,
  result: Pick<TransactionResult, 'fees'>,
  ends: SelfdestructEnds,
): PaidFees {
  const { from, mint = 0n, mintedFrom } = replay.execution.transaction;
  const sender = bytesToAddress(from);
  const parts = result.fees
    .filter(({ wei }) => wei > 0n)
    .map(({ kind, wei, to }) => ({ kind, wei, ...(to && { to: bytesToAddress(to) }) }));
  const [account] = replay.touched().filter(({ address }) => address === sender);
  return {
    parts,
    total: parts.reduce((sum, { wei }) => sum + wei, 0n),
    minted: mint,
    ...(mint > 0n && mintedFrom && { mintedFrom: bytesToAddress(mintedFrom) }),
    moved: etherMoved(trace, ends).get(sender) ?? 0n,
    change: account === undefined ? 0n : account.after.balance - account.before.balance,
  };
}

/** Returns the wei that calls brought each address, less what they took; nothing where the transaction failed. */
export function etherMoved(trace: Trace, ends: SelfdestructEnds): Map<Address, bigint> {
  const moved = new Map<Address, bigint>();
  if ((trace.rows.flags[0] & RowFlag.failed) !== 0) return moved;
  for (const { standard, from, to, amount } of computeTransfers(trace, ends)) {
    if (standard !== 'native') continue;
    moved.set(from, (moved.get(from) ?? 0n) - amount);
    moved.set(to, (moved.get(to) ?? 0n) + amount);
  }
  return moved;
}
