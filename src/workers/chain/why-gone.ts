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
    return `The chain was reorganised: block ${number}, which had this transaction, is no longer part of the chain, and no other block has it. Its data in this browser is deleted.`;
  }
  const next = await fetchNonce(rpc, transaction.from, 'latest', { signal });
  return next.ok && next.value > transaction.nonce
    ? 'It was replaced: another transaction of its sender with the same nonce is in a block, so this one cannot be included any more. Its data in this browser is deleted.'
    : 'No endpoint has this transaction any more: it was dropped before it was in a block. Its data in this browser is deleted.';
}
