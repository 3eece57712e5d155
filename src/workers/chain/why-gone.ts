import type { KeptTransaction } from '../../db/rows/transaction-row';
import { fetchNonce } from '../../net/account-reader';
import type { Rpc } from '../../net/rpc/rpc';

export type Gone = NonNullable<KeptTransaction['gone']>;

/** Finds out what became of a kept transaction that no endpoint has any more. */
export async function whyGone(
  rpc: Rpc,
  { transaction, receipt, gone }: KeptTransaction,
  signal: AbortSignal,
): Promise<Gone> {
  if (receipt !== undefined) return { how: 'taken back', block: receipt.blockNumber };
  if (gone?.how === 'taken back') return gone;
  const next = await fetchNonce(rpc, transaction.from, 'latest', { signal });
  return { how: next.ok && next.value > transaction.nonce ? 'replaced' : 'dropped' };
}

/** Explains it in sentences. */
export function describeGone({ how, block }: Gone): string {
  switch (how) {
    case 'taken back':
      return `The chain was reorganised: block ${block?.toLocaleString('en')}, which had this transaction, is no longer part of the chain, and no other block has it. The data of its execution in this browser is deleted.`;
    case 'replaced':
      return 'It was replaced: another transaction of its sender with the same nonce is in a block, so this one cannot be included any more.';
    case 'dropped':
      return 'No endpoint has this transaction any more: it was dropped before it was in a block.';
  }
}
