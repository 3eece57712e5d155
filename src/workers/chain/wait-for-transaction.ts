/** Waiting for the receipt of a transaction that was sent from here. */
import type { Hash } from '../../core/chain/primitives';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { fetchNonce, fetchReceipt, fetchTransaction } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { delay } from '../wait';
import type { NonceGap, SentOutcome } from './chain.api';

/** Between two looks, milliseconds: a node on this machine mines at once, elsewhere a block takes seconds. */
const LOCAL_PAUSE = 300;
const PAUSE = 3_000;

/**
 * Failures on the way are waited out, as the transaction is on its way whatever an endpoint says of it. `onGap` is
 * told when it begins or ends that transactions of the account before it are missing.
 */
export async function waitForTransaction(
  rpc: Rpc,
  hash: Hash,
  signal: AbortSignal,
  onGap: (gap: NonceGap | undefined) => void = () => {},
): Promise<Result<SentOutcome, Failure>> {
  let missing: number | undefined;
  let sender: { from: Parameters<typeof fetchNonce>[1]; nonce: number } | undefined;
  while (!signal.aborted) {
    const receipt = await fetchReceipt(rpc, hash, { signal });
    if (receipt.ok) {
      const { status, blockNumber, gasUsed } = receipt.value;
      return ok({ state: 'mined', success: status !== 'failed', blockNumber, gasUsed });
    }
    const known = await fetchTransaction(rpc, hash, { signal });
    if (known.ok) {
      sender = { from: known.value.from, nonce: known.value.nonce };
      // Those that are in blocks or wait for one: what is above has to be sent first.
      const next = await fetchNonce(rpc, sender.from, 'pending', { signal });
      const first = next.ok && next.value < sender.nonce ? next.value : undefined;
      if (first !== missing) {
        missing = first;
        onGap(first === undefined ? undefined : { nonce: sender.nonce, missing: first });
      }
    } else if (known.error.code === 'notFound' && sender !== undefined) {
      // The endpoint forgot it. Where its nonce is used, something else used it.
      const next = await fetchNonce(rpc, sender.from, 'latest', { signal });
      const late = await fetchReceipt(rpc, hash, { signal });
      if (!late.ok && late.error.code === 'notFound' && next.ok && next.value > sender.nonce)
        return ok({ state: 'replaced' });
    }
    await delay(rpc.isLocal ? LOCAL_PAUSE : PAUSE);
  }
  return fail(failure('cancelled', 'Nobody waits for the receipt any more.'));
}
