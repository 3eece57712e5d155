/**
 * Searching the logs of a contract in all blocks, or in as many as the endpoint gives.
 *
 * Endpoints limit how many blocks one eth_getLogs may span, each to another
 * number. All blocks are asked for at once; where that is refused, windows that
 * shrink until one is taken are asked for from the newest block down.
 */
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { fetchBlockNumber } from '../../net/chain-reader';
import type { Rpc } from '../../net/rpc/rpc';

/** Blocks of the first window after all of them were refused, and the least that is asked for. */
const FIRST_WINDOW = 100_000;
const LEAST_WINDOW = 500;
/** Requests for one history at most: fifty million blocks at 10,000 a request would take five thousand. */
const MAX_REQUESTS = 40;

/** First and last block of a request. */
export type BlockSpan = { from: number; to: number };

/** What was found, oldest first, and the blocks that were searched, both included. */
export type Searched<Found> = BlockSpan & { found: readonly Found[] };

/**
 * Searches all blocks at once, else from the newest down. `fetchPart` returns the finds of a span, oldest first.
 * Fails where not even the newest blocks could be asked for.
 */
export async function searchLogs<Found>(
  rpc: Rpc,
  fetchPart: (span: BlockSpan) => Promise<Result<readonly Found[], Failure>>,
  signal: AbortSignal,
): Promise<Result<Searched<Found>, Failure>> {
  const head = await fetchBlockNumber(rpc, { signal });
  if (!head.ok) return head;
  const whole = await fetchPart({ from: 0, to: head.value });
  if (whole.ok) return ok({ found: whole.value, from: 0, to: head.value });
  if (signal.aborted) return whole;

  let found: readonly Found[] = [];
  let refusal = whole.error;
  let to = head.value;
  let window = Math.min(FIRST_WINDOW, Math.ceil(head.value / 2));
  for (let asked = 1; asked < MAX_REQUESTS && to >= 0 && window >= LEAST_WINDOW; asked++) {
    const from = Math.max(0, to - window + 1);
    const part = await fetchPart({ from, to });
    if (signal.aborted) return fail(part.ok ? refusal : part.error);
    if (part.ok) {
      found = [...part.value, ...found];
      to = from - 1;
    } else {
      refusal = part.error;
      window = Math.floor(window / 2);
    }
  }
  if (to === head.value) return fail(refusal);
  return ok({ found, from: to + 1, to: head.value });
}
