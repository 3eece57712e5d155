/**
 * A trace asked for before its transaction is known. Nodes take seconds to
 * make a large one, and as long again to find the receipt of such a
 * transaction; asked together, the reader waits once.
 *
 * Only the best source is asked so, and only where nothing is kept of the
 * transaction yet. What nobody takes in time is ended.
 */
import type { Failure } from '../../core/failure';
import type { Result } from '../../core/result';
import { readTransaction } from '../../db/transactions';
import type { RpcStream } from '../../net/rpc/stream';
import { streamCallTracer } from '../../net/trace-sources';
import type { Chains } from './chains';
import type { TransactionKey } from './trace.api';

/** How long an answer waits to be taken, milliseconds. */
const patience = 30_000;

/** An answer of callTracer on its way. Whoever takes it reads its stream or calls `end`. */
export type HeadStart = { stream: Promise<Result<RpcStream, Failure>>; end(): void };

export type HeadStarts = {
  /** Asks for the trace, unless the transaction is kept or every endpoint is known to lack callTracer. */
  begin(key: TransactionKey): Promise<void>;
  /** What was begun for `key`, once; undefined when nothing was. */
  take(key: TransactionKey): HeadStart | undefined;
};

export function createHeadStarts(chains: Chains): HeadStarts {
  const begun = new Map<string, HeadStart & { timer: ReturnType<typeof setTimeout> }>();
  const name = ({ networkId, hash }: TransactionKey) => `${networkId} ${hash}`;

  function take(key: TransactionKey): HeadStart | undefined {
    const found = begun.get(name(key));
    if (found === undefined) return undefined;
    clearTimeout(found.timer);
    begun.delete(name(key));
    return found;
  }

  return {
    async begin(key) {
      if (begun.has(name(key)) || (await readTransaction(key)) !== undefined) return;
      const [rpc, endpoints] = await Promise.all([chains.rpc(key.networkId), chains.endpoints(key.networkId)]);
      const lacking = endpoints.every(({ capabilities }) => capabilities?.methods.callTracer.answers === 'no');
      if (begun.has(name(key)) || lacking) return;
      const controller = new AbortController();
      const stream = streamCallTracer(rpc, key.hash, { signal: controller.signal });
      const end = () => controller.abort();
      const timer = setTimeout(() => take(key)?.end(), patience);
      begun.set(name(key), { stream, end, timer });
    },
    take,
  };
}
