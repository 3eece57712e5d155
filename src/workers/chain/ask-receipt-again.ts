/** A receipt that a node does not have though it has the transaction in a block. */
import type { Receipt, Transaction } from '../../core/chain/transaction';
import { type Failure, failure } from '../../core/values/failure';
import { fail, type Result } from '../../core/values/result';
import { fetchReceipt, type ReadOptions } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { pauseFor } from '../wait';

/** Before each further question, milliseconds: behind one address may stand several nodes, of which some lag. */
const PAUSES = [400, 1_200];

/** Asks again, and fails with what is known of the transaction where there is still none: the node does know it. */
export async function askReceiptAgain(
  rpc: Rpc,
  { hash, blockNumber, index }: Transaction,
  missing: Failure,
  options: ReadOptions & { signal: AbortSignal },
): Promise<Result<Receipt, Failure>> {
  let why = missing;
  for (const pause of PAUSES) {
    await pauseFor(pause, options.signal);
    const answer = await fetchReceipt(rpc, hash, options);
    if (answer.ok || answer.error.code !== 'notFound') return answer;
    why = answer.error;
  }
  const sentence = `The endpoint has this transaction, at index ${index} of block ${blockNumber}, and no receipt of it, so its status, gas and events are not known. A node that deletes old data answers so, and one that lags for a moment. Try again, or add another endpoint.`;
  return fail(failure('badAnswer', sentence, { attempts: why.attempts }));
}
