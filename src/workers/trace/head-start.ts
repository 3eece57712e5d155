/**
 * What a trace is made of, asked for before its transaction is known. Nodes
 * take seconds to execute a large one, and as long again to find its receipt;
 * asked together, the reader waits once.
 *
 * A trace this browser keeps is read meanwhile. Else only the best source is
 * asked, which is prestateTracer for the replay, else callTracer, and only where
 * nothing is kept of the transaction yet. What nobody takes in time is ended.
 */
import type { Failure } from '../../core/failure';
import type { Result } from '../../core/result';
import { readPreference } from '../../db/preferences';
import type { TraceRow } from '../../db/schema';
import { readTrace } from '../../db/traces';
import { hasTransaction } from '../../db/transactions';
import type { RpcStream } from '../../net/rpc/stream';
import type { KnownState } from '../../net/state-source';
import { streamCallTracer } from '../../net/trace-sources';
import type { Chains } from './chains';
import type { TransactionKey } from './trace.api';

/** How long an answer waits to be taken, milliseconds. */
const patience = 30_000;

/** An answer on its way. Whoever takes it reads it or calls `end`. */
export type HeadStart = {
  prestate?: Promise<Result<KnownState, Failure>>;
  /** Of callTracer. */
  stream?: Promise<Result<RpcStream, Failure>>;
  /** What is kept of the trace, undefined where nothing is. */
  kept?: Promise<TraceRow | undefined>;
  end(): void;
};

export type HeadStarts = {
  /** Reads the kept trace of a kept transaction; else asks, unless every endpoint is known to lack both methods. */
  begin(key: TransactionKey): Promise<void>;
  /** What was begun for `key`, once; undefined when nothing was. */
  take(key: TransactionKey): HeadStart | undefined;
};

export function createHeadStarts(chains: Chains): HeadStarts {
  /** Whether a replay will be tried: the reader wants it, and the chain is one whose rules may be known. */
  async function mayExecute({ networkId }: TransactionKey): Promise<boolean> {
    if ((await readPreference('stepLimit')) === 0) return false;
    const { hasKnownRules } = await import('../../core/evm/chain-rules');
    return hasKnownRules(networkId);
  }

  const begun = new Map<string, HeadStart & { timer: ReturnType<typeof setTimeout> }>();
  const name = ({ networkId, hash }: TransactionKey) => `${networkId} ${hash}`;

  function take(key: TransactionKey): HeadStart | undefined {
    const found = begun.get(name(key));
    if (found === undefined) return undefined;
    clearTimeout(found.timer);
    begun.delete(name(key));
    return found;
  }

  function put(key: TransactionKey, headStart: HeadStart): void {
    const timer = setTimeout(() => take(key)?.end(), patience);
    begun.set(name(key), { ...headStart, timer });
  }

  return {
    async begin(key) {
      if (begun.has(name(key))) return;
      if (await hasTransaction(key)) {
        if (!begun.has(name(key))) put(key, { kept: readTrace(key), end: () => undefined });
        return;
      }
      const [rpc, endpoints] = await Promise.all([chains.rpc(key.networkId), chains.endpoints(key.networkId)]);
      const lacks = (method: 'callTracer' | 'prestateTracer') =>
        endpoints.every(({ capabilities }) => capabilities?.methods[method].answers === 'no');
      const executes = !lacks('prestateTracer') && (await mayExecute(key));
      if (begun.has(name(key)) || (!executes && lacks('callTracer'))) return;
      const controller = new AbortController();
      const options = { signal: controller.signal };
      const answer = executes
        ? {
            prestate: import('../../net/state-source').then(({ fetchPrestate }) =>
              fetchPrestate(rpc, key.hash, options),
            ),
          }
        : { stream: streamCallTracer(rpc, key.hash, options) };
      put(key, { ...answer, end: () => controller.abort() });
    },
    take,
  };
}
