/** A transaction that the reader goes to within the app. It is loaded behind the first page of a visit. */
import type { TransactionRecord } from '../workers/chain/chain.api';
import type { Workers } from '../workers/client';
import type { TransactionKey } from '../workers/ids';
import { askOnEntry } from './route-question';

/** How long the page before stays while what the next one shows is looked for, ms. After that it says that it is on its way. */
export const AT_HAND = 100;

/**
 * Resolves to the transaction where it is at hand, kept or on a near endpoint, so that its page is drawn with it at once;
 * undefined elsewhere. It asks no endpoint for more than the page does.
 */
export async function transactionAtHand(
  workers: Workers,
  key: TransactionKey,
  signal: AbortSignal,
): Promise<TransactionRecord | undefined> {
  const end = new AbortController();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, AT_HAND));
  const asked = askOnEntry(workers, 'chain', AbortSignal.any([signal, end.signal]), (chain, job) =>
    chain.loadTransaction(job, key, false),
  );
  const answer = await Promise.race([asked, late]);
  end.abort();
  return answer?.ok ? answer.value : undefined;
}
