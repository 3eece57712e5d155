import type { KeptTransaction } from '../../db/rows/transaction-row';
import { fetchNonce } from '../../net/account-reader';
import type { Rpc } from '../../net/rpc/rpc';

/** Explains, in sentences, what became of a kept transaction that no endpoint has any more. */
export async function whyGone(
  rpc: Rpc,
  { transaction, receipt }: KeptTransaction,
  signal: AbortSignal,
): Promise<string> {
  if (receipt !== undefined) {
    const number = receipt.blockNumber.toLocaleString('en');
    return `The chain has taken this transaction back: the block ${number} that it was in is no longer part of the chain, and no other has it. What was kept of it is deleted.`;
  }
  const next = await fetchNonce(rpc, transaction.from, 'latest', { signal });
  return next.ok && next.value > transaction.nonce
    ? 'It was replaced: another transaction of its sender with the same nonce is in a block, so that this one cannot be included any more. What was kept of it is deleted.'
    : 'No endpoint knows it any more: it was dropped before it was in a block. What was kept of it is deleted.';
}
