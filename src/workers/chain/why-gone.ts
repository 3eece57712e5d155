/** What became of a transaction, or of its receipt, that an endpoint does not have. */
import type { Receipt, Transaction } from '../../core/chain/transaction';
import { type Failure, failure } from '../../core/values/failure';
import { fail, type Result } from '../../core/values/result';
import type { KeptTransaction } from '../../db/rows/transaction-row';
import { fetchNonce } from '../../net/account-reader';
import { fetchReceipt, type ReadOptions } from '../../net/chain-reader';
import { mayPass } from '../../net/rpc/endpoint-failures';
import type { Rpc } from '../../net/rpc/rpc';
import { pauseFor } from '../scheduling/wait';

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

/** Fails because the receipt that the chain has now is of another block than the one that was kept. */
export function failMoved(): Result<Receipt, Failure> {
  return fail(failure('notFound', 'The chain has moved the transaction to another block meanwhile. Load it again.'));
}

/** Before each further question, milliseconds: behind one address may stand several nodes, of which some lag. */
const PAUSES = [400, 1_200];

/**
 * Asks again for a receipt that is missing though its transaction is in a block. Where there is still none, it fails with
 * a sentence on the transaction, which the node does know.
 */
export async function askReceiptAgain(
  rpc: Rpc,
  { hash, blockNumber, index }: Transaction,
  missing: Failure,
  options: ReadOptions & { signal: AbortSignal },
): Promise<Result<Receipt, Failure>> {
  let why = missing;
  for (const pause of PAUSES) {
    if (why.code !== 'notFound') break;
    await pauseFor(pause, options.signal);
    const answer = await fetchReceipt(rpc, hash, options);
    if (answer.ok) return answer;
    why = answer.error;
  }
  if (mayPass(why)) return fail(why);
  if (why.code !== 'notFound') return fail({ ...why, lacksReceipt: why.code === 'badAnswer' ? 'unusable' : 'none' });
  const sentence = `The endpoint has this transaction, at index ${index} of block ${blockNumber}, and no receipt of it, so its status, gas and events are not known. A node that deletes old data answers so, and one that lags for a moment. Try again, or add another endpoint.`;
  return fail(failure('badAnswer', sentence, { attempts: why.attempts, lacksReceipt: 'none' }));
}
