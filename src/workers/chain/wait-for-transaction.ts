/** Waiting for the receipt of a transaction that was sent from here. */
import type { Hash } from '../../core/chain/primitives';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { fetchNonce } from '../../net/account-reader';
import { fetchReceipt, fetchTransaction } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';
import { delay } from '../scheduling/wait';
import type { SentDelay, SentOutcome } from './chain.api';

/** Between two looks, milliseconds: a node on this machine mines at once, elsewhere a block takes seconds. */
const LOCAL_PAUSE = 300;
const PAUSE = 3_000;
/** Unsuccessful looks before `unseen` is told: a transaction takes a moment from a wallet to an endpoint. */
const UNSEEN = 5;

/**
 * Failures on the way are waited out, as the transaction is on its way whatever an endpoint says of it. `onDelay` is
 * told when something that keeps it from any block begins or ends. A transaction that the endpoint never saw may be
 * replaced, or on another chain than the wallet says: nobody can tell, so that is waited out too.
 */
export async function waitForTransaction(
  rpc: Rpc,
  hash: Hash,
  signal: AbortSignal,
  onDelay: (delay: SentDelay | undefined) => void = () => {},
): Promise<Result<SentOutcome, Failure>> {
  let told: SentDelay | undefined;
  const tell = (delay: SentDelay | undefined) => {
    if (JSON.stringify(delay) === JSON.stringify(told)) return;
    told = delay;
    onDelay(delay);
  };
  let unseen = 0;
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
      const isGap = next.ok && next.value < sender.nonce;
      tell(isGap ? { why: 'gap', nonce: sender.nonce, missing: next.value } : undefined);
    } else if (known.error.code === 'notFound' && sender !== undefined) {
      // The endpoint forgot it. Where its nonce is used, something else used it.
      const next = await fetchNonce(rpc, sender.from, 'latest', { signal });
      const late = await fetchReceipt(rpc, hash, { signal });
      if (!late.ok && late.error.code === 'notFound' && next.ok && next.value > sender.nonce)
        return ok({ state: 'replaced' });
    } else if (known.error.code === 'notFound') {
      unseen++;
      if (unseen >= UNSEEN) tell({ why: 'unseen' });
    }
    await delay(rpc.isLocal ? LOCAL_PAUSE : PAUSE);
  }
  return fail(failure('cancelled', 'Nobody waits for the receipt any more.'));
}
