/** Answers for the tabs beside the call trace; what makes each is loaded when it is first asked for. */
import type { Chains } from './chains';
import type { TraceHandle } from './trace.api';
import type { TraceSession } from './trace-session';
import type { TraceViewsApi } from './views.api';

export function traceViews(chains: Chains, session: (handle: TraceHandle) => Promise<TraceSession>): TraceViewsApi {
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
      const [{ involvedContracts }, open] = await Promise.all([import('./involved'), session(handle)]);
      return involvedContracts(open);
    },
    async transfers(handle) {
      const [{ transfersOf }, open] = await Promise.all([import('./transfers'), session(handle)]);
      return transfersOf(open);
    },
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
    async gasProfile(handle, format) {
      const [{ gasProfile }, open] = await Promise.all([import('./gas'), session(handle)]);
      return gasProfile(open, format);
    },
  };
}
