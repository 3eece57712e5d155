/** Answers about the diff of two open traces; what makes them is loaded when it is first asked for. */
import { ok } from '../../../core/result';
import type { DiffApi, DiffPair } from '../diff.api';
import type { TraceHandle } from '../trace.api';
import type { TraceSession } from '../trace-session';

export function traceDiffs(session: (handle: TraceHandle) => Promise<TraceSession>): DiffApi {
  const open = ({ a, b }: DiffPair) => Promise.all([session(a), session(b)]);
  async function comparison(pair: DiffPair) {
    const [{ compareTraces }, [a, b]] = await Promise.all([import('./compare-traces'), open(pair)]);
    return compareTraces(a, b);
  }
  return {
    diff: async (pair) => (await comparison(pair)).summary(),
    diffRows: async (pair, concerned, start, count) => (await comparison(pair)).rows(concerned, start, count),
    diffNext: async (pair, concerned, from, backwards) => (await comparison(pair)).next(concerned, from, backwards),
    diffGas: async (pair) => (await comparison(pair)).gas(),
    async diffState(pair) {
      const [a, b] = await open(pair);
      const [one, other] = await Promise.all([a.replayed(), b.replayed()]);
      if (!one.ok) return one;
      if (!other.ok) return other;
      return ok(await (await comparison(pair)).state(one.value.stateDiff(), other.value.stateDiff()));
    },
  };
}
