/** Answers for the tabs beside the call trace; what makes each is loaded when it is first asked for. */
import type { Chains } from '../../chain/chains';
import type { Jobs } from '../../jobs';
import type { SourceDecoding } from '../source/source-decoding';
import type { TraceHandle } from '../trace.api';
import type { TraceSession } from '../trace-session';
import type { TraceViewsApi } from '../views.api';

export function traceViews(
  chains: Chains,
  jobs: Jobs,
  session: (handle: TraceHandle) => Promise<TraceSession>,
  decoding: SourceDecoding,
): TraceViewsApi {
  return {
    async events(handle, query, start, count) {
      const [{ listEvents }, open] = await Promise.all([import('./events'), session(handle)]);
      return listEvents(open, query, start, count);
    },
    async eventsCsv(handle, query) {
      const [{ eventsAsCsv }, open] = await Promise.all([import('./events'), session(handle)]);
      return eventsAsCsv(open, query);
    },
    async contracts(handle) {
      const [{ involvedContracts }, open] = await Promise.all([import('./involved-contracts'), session(handle)]);
      return involvedContracts(open);
    },
    async transfers(handle) {
      const [{ transfersOf }, open] = await Promise.all([import('./transfers'), session(handle)]);
      return transfersOf(open);
    },
    prices: (job, handle, second) =>
      jobs.run(job, async (signal) => {
        const [{ pricesOf }, open] = await Promise.all([import('../../chain/prices'), session(handle)]);
        return pricesOf(open, chains, second, signal);
      }),
    async stateChanges(handle) {
      const [{ stateChanges }, open] = await Promise.all([import('./state-view'), session(handle)]);
      return stateChanges(open, chains);
    },
    async setNotes(handle, notes) {
      (await session(handle)).setNotes(notes);
    },
    async transfersCsv(handle) {
      const [{ transfersAsCsv }, open] = await Promise.all([import('./transfers'), session(handle)]);
      return transfersAsCsv(open);
    },
    async flame(handle) {
      const [{ flameOf }, open] = await Promise.all([import('./gas'), session(handle)]);
      return flameOf(open);
    },
    async flameNames(handle) {
      const [{ namesOfFlame }, open] = await Promise.all([import('./gas'), session(handle)]);
      return namesOfFlame(open);
    },
    gasLines: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const [{ gasLinesOf }, open] = await Promise.all([import('./gas-lines'), session(handle)]);
        const source = await decoding.decode(open, signal, onProgress);
        return source.ok ? gasLinesOf(open, source.value, signal) : source;
      }),
    async gasProfile(handle, format) {
      const [{ gasProfile }, open] = await Promise.all([import('./gas'), session(handle)]);
      return gasProfile(open, format);
    },
  };
}
