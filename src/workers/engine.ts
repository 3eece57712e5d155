/**
 * The trace engine: an ordinary module, so that Node tests call what the
 * worker exposes. What a page needs first (transactions, accounts, blocks) is
 * here; all that has to do with traces is loaded when a trace is opened.
 */
import { ok } from '../core/result';
import { onStorageState } from '../db/database';
import { readEndpoints, saveCapabilities } from '../db/endpoints';
import { fetchHead } from '../net/chain-reader';
import { createChains } from './chain/chains';
import { loadTransaction } from './chain/transactions';
import { createJobs } from './jobs';
import { traceFiles } from './trace/files/trace-files';
import type { Sessions } from './trace/open-traces';
import { createHeadStarts } from './trace/prefetch';
import { createSourceDecoding } from './trace/source/source-decoding';
import { sourceAnswers } from './trace/source/source-engine';
import { stepAnswers } from './trace/steps/step-answers';
import { stepSourceAnswers } from './trace/steps/steps-source-answers';
import { closedTraceError, type EngineEvent, type TraceApi } from './trace/trace.api';
import { traceDiffs } from './trace/views/diffs';
import { traceViews } from './trace/views/views';

/** The contract, and what tests need beside it. */
export type TraceEngine = TraceApi & {
  /** Resolves once nothing is learned or kept in the background any more. */
  settled(): Promise<void>;
};

export function createEngine(): TraceEngine {
  const jobs = createJobs();
  const chains = createChains();
  const headStarts = createHeadStarts(chains);
  const listeners = new Set<(event: EngineEvent) => void>();
  const emit = (event: EngineEvent) => {
    for (const listener of listeners) listener(event);
  };
  onStorageState((state) => emit(state.usable ? { type: 'storage' } : { type: 'storage', failure: state.failure }));

  let loading: Promise<Sessions> | undefined;
  let loaded: Sessions | undefined;
  /** The part of the engine that knows traces. */
  function traces(): Promise<Sessions> {
    loading ??= import('./trace/open-traces').then(({ createSessions }) => {
      loaded = createSessions(chains, headStarts, emit);
      return loaded;
    });
    return loading;
  }
  /** The open trace of a handle. */
  async function session(handle: Parameters<Sessions['get']>[0]) {
    if (loaded === undefined) {
      const error = new Error('This trace is no longer open. Open it again.');
      error.name = closedTraceError;
      throw error;
    }
    await loaded.there(handle);
    const open = loaded.get(handle);
    await loaded.named(handle);
    return open;
  }

  const decoding = createSourceDecoding(chains, traces);
  return {
    async configure(config) {
      chains.configure(config);
    },
    async subscribe(listener) {
      listeners.add(listener);
    },
    async cancel(job) {
      jobs.cancel(job);
    },

    loadTransaction: (job, key, refresh) =>
      jobs.run(job, async (signal) => {
        await chains.config();
        const loaded = await loadTransaction(chains, key, refresh, signal);
        return loaded.ok ? ok(loaded.value.record) : loaded;
      }),
    loadBlock: (job, networkId, block) =>
      jobs.run(job, async (signal) => {
        const { loadBlock } = await import('./chain/blocks');
        return loadBlock(chains, networkId, block, signal);
      }),
    loadBlocks: (job, networkId, newest, count) =>
      jobs.run(job, async (signal) => {
        const { loadBlocks } = await import('./chain/blocks');
        return loadBlocks(chains, networkId, newest, count, signal);
      }),
    loadAccount: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const [{ loadAccount }, sessions] = await Promise.all([import('./contracts/accounts'), traces()]);
        const { book, artifacts } = sessions.knowledge(networkId);
        await Promise.all([sessions.importConfigured(), sessions.readLabels(networkId)]);
        return loadAccount(await chains.rpc(networkId), book, artifacts, address, signal);
      }),
    async names(networkId, addresses) {
      const [{ namesOf }, sessions] = await Promise.all([import('./contracts/address-names'), traces()]);
      await sessions.readLabels(networkId);
      return namesOf(sessions.knowledge(networkId).book, addresses);
    },
    async labelsChanged() {
      await loaded?.labelsChanged();
    },
    async head(networkId) {
      const rpc = await chains.rpc(networkId);
      const answered = await fetchHead(rpc);
      if (!answered.ok) return answered;
      const { blockNumber, endpoint, milliseconds } = answered.value;
      const until = rpc.status().find(({ name }) => name === endpoint)?.rateLimitedUntil;
      return ok({
        blockNumber,
        latency: milliseconds,
        endpoint,
        ...(until === undefined ? {} : { rateLimitedUntil: until }),
      });
    },
    probe: (job, endpoint) =>
      jobs.run(job, async (signal) => {
        const { probeEndpoint } = await import('../net/probe');
        const probed = await probeEndpoint(endpoint, { signal, meter: chains.meter, states: chains.states });
        if (!probed.ok) return probed;
        const [known, saved] = await Promise.all([
          chains.endpoints(endpoint.networkId),
          readEndpoints(endpoint.networkId),
        ]);
        const kept = [...known, ...saved].find(({ url }) => url === endpoint.url);
        if (kept !== undefined) await saveCapabilities(kept, probed.value);
        return probed;
      }),
    networks: () => chains.networks(),

    async expectTrace(key) {
      await chains.config();
      await headStarts.begin(key);
    },
    openTrace: (job, key, onProgress) =>
      jobs.run(job, async (signal) => {
        await chains.config();
        return (await traces()).open(key, signal, onProgress);
      }),
    simulate: (job, request, onProgress) =>
      jobs.run(job, async (signal) => {
        await chains.config();
        const [{ simulate }, sessions] = await Promise.all([import('./trace/replay/simulate'), traces()]);
        return simulate(chains, sessions, request, signal, onProgress);
      }),
    simulateChanged: (job, handle, changes, onProgress) =>
      jobs.run(job, async (signal) => {
        const [{ simulateChanged }, sessions, mined] = await Promise.all([
          import('./trace/replay/simulate-changed'),
          traces(),
          session(handle),
        ]);
        return simulateChanged(chains, sessions, mined, changes, signal, onProgress);
      }),
    async closeTrace(handle) {
      loaded?.close(handle);
    },
    cancelReplay: async (handle) => (await session(handle)).opened.replay?.end(),
    outcome: async (handle) => (await session(handle)).outcome(),
    async unknowns(handle) {
      const open = await session(handle);
      await loaded?.learned(handle);
      return open.unknowns();
    },
    lookUp: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const open = await session(handle);
        const [{ lookUp }, sessions] = await Promise.all([import('./contracts/look-up'), traces()]);
        return lookUp(await chains.config(), open, signal, () => sessions.grew(open), onProgress);
      }),

    rows: async (handle, start, count) => (await session(handle)).rows(start, count),
    detail: async (handle, row) => (await session(handle)).detail(row),
    view: async (handle) => (await session(handle)).view(),
    setExpanded: async (handle, row, expanded) => (await session(handle)).setExpanded(row, expanded),
    expandAll: async (handle) => (await session(handle)).setAll(true),
    collapseAll: async (handle) => (await session(handle)).setAll(false),
    setToggles: async (handle, toggles) => (await session(handle)).setToggles(toggles),
    rowValues: async (handle, rows) => (await session(handle)).rowValues(rows),
    reveal: async (handle, row) => (await session(handle)).reveal(row),
    rowOf: async (handle, depthId) => (await session(handle)).rowOf(depthId),
    search: async (handle, query) => (await session(handle)).find(query),
    match: async (handle, position) => (await session(handle)).match(position),
    overview: async (handle, buckets) => (await session(handle)).overview(buckets),
    ...traceDiffs(session),
    ...traceViews(chains, jobs, session, decoding),
    ...traceFiles(chains, jobs, session, decoding),

    ...stepAnswers(async (handle) => (await session(handle)).replayed()),

    ...sourceAnswers(chains, jobs, traces, session, decoding),
    ...stepSourceAnswers(session, decoding),

    async importBuildOutput(fileName, bytes) {
      const sessions = await traces();
      const imported = await sessions.artifacts.import(fileName, bytes);
      if (imported.ok) sessions.learnAgain();
      return imported;
    },
    async settled() {
      await loaded?.settled();
      await chains.flush();
    },
  };
}
