import { isSimulationHash } from '../../core/simulation/simulation-hash';
import type { RowIndex } from '../../core/trace/rows';
import { ok } from '../../core/values/result';
import type { Chains } from '../chain/chains';
import type { TransactionStore } from '../chain/transaction-store';
import type { Code } from '../contracts/contracts-engine';
import { createEvents } from '../event-listeners';
import type { TraceHandle } from '../ids';
import type { Jobs } from '../jobs';
import { once } from '../once';
import type { ReplayPatience } from './acquire-trace';
import { BegunOpenings } from './begun-openings';
import type { DiffPair } from './diff.api';
import { answersOf, jobsOf, methodsOf, resultsOf } from './method-tables';
import { CLOSED_TRACE_ERROR, type TraceEvent } from './open-trace.api';
import type { OpenTraces } from './open-traces';
import type { Replayed } from './replay/replayed';
import type { RowsApi } from './rows.api';
import { ShownScreens } from './shown-screens';
import type { SimulatingApi } from './simulate/simulating';
import type { SourceTrace } from './source/source-trace';
import type { Breakpoints } from './steps-in-source.api';
import type { TraceApi } from './trace.api';
import type { TraceSession } from './trace-session';
import { TransactionOpening } from './transaction-opening';

export type TraceEngine = {
  api: TraceApi;
  /** Resolves once nothing is learned or kept in the background any more. */
  settled(): Promise<void>;
};

export type TraceEngineParts = {
  chains: Chains;
  transactions: TransactionStore;
  jobs: Jobs;
  code: Code;
  replayPatience: ReplayPatience | undefined;
};

export function createTraceEngine({ chains, transactions, jobs, code, replayPatience }: TraceEngineParts): TraceEngine {
  const events = createEvents<TraceEvent>();
  const screens = new ShownScreens();
  let loaded: OpenTraces | undefined;
  const traces = once(async () => {
    const [{ OpenTraces }, base] = await Promise.all([import('./open-traces'), code.knowledge()]);
    loaded = new OpenTraces(chains, base, events.emit, replayPatience);
    return loaded;
  });
  const openings = new BegunOpenings(async (key, signal, onUpdate) => {
    if (!isSimulationHash(key.hash))
      return new TransactionOpening(chains, transactions, traces, screens, key, signal, onUpdate).run();
    const [{ openSimulated }, open] = await Promise.all([import('./simulate/open-simulated'), traces()]);
    return openSimulated(open, key, signal, onUpdate);
  });
  const decoding = once(async () => {
    const { SourceDecoding } = await import('./source-decoding');
    return new SourceDecoding(chains, code, (open) => loaded?.announce(open));
  });

  /** The open trace of a handle. */
  async function session(handle: TraceHandle): Promise<TraceSession> {
    await screens.read(handle);
    if (loaded === undefined) {
      const error = new Error('This trace is no longer open. Open it again.');
      error.name = CLOSED_TRACE_ERROR;
      throw error;
    }
    return loaded.get(handle);
  }
  const replayed = async (handle: TraceHandle) => (await session(handle)).replayed();
  const decoded = async (handle: TraceHandle) => (await decoding()).decoded(await session(handle));
  const stepping = async (handle: TraceHandle) => {
    const [trace, { steppingOf }] = await Promise.all([decoded(handle), import('./steps/source-stepping')]);
    return trace.ok ? ok(await steppingOf(trace.value)) : trace;
  };
  const pairOf = ({ a, b }: DiffPair) => Promise.all([session(a), session(b)]);
  const comparison = async (pair: DiffPair) => {
    const [{ compareTraces }, [a, b]] = await Promise.all([import('./views/compare-traces'), pairOf(pair)]);
    return compareTraces(a, b);
  };
  /** The steps at which breakpoints stop. */
  const marks = async (handle: TraceHandle, breakpoints: Breakpoints) => {
    const [run, trace, { breakMarks }] = await Promise.all([
      replayed(handle),
      decoded(handle),
      import('./steps/source-stepping'),
    ]);
    return run.ok ? ok(await breakMarks(run.value, trace.ok ? trace.value : undefined, breakpoints)) : run;
  };

  const simulating = once(async () =>
    (await import('./simulate/simulating')).createSimulating({ chains, code, traces, session }),
  );

  const api: TraceApi = {
    subscribe: async (listener) => events.subscribe(listener),
    cancel: async (job) => jobs.cancel(job),

    beginOpening: async (key) => openings.begin(key),
    openTransaction: (job, key, onUpdate) => jobs.run(job, (signal) => openings.take(key, signal, onUpdate)),
    ...jobsOf<SimulatingApi>(jobs, simulating, {
      simulate: true,
      simulateChanged: true,
      debugBuild: true,
      runSimulation: true,
      simulationResult: true,
      simulationFile: true,
      openSimulationFile: true,
      leastGas: true,
      confirmByNode: true,
      compareMined: true,
      varySimulation: true,
      checkSafety: true,
    }),
    async closeTrace(handle) {
      screens.close(handle);
      loaded?.close(handle);
    },
    cancelReplay: async (handle) => (await session(handle)).opened.replay?.end(),
    async unknowns(handle) {
      const open = await session(handle);
      await loaded?.learned(handle);
      return open.unknowns();
    },
    async settledTransfers(handle) {
      const open = await session(handle);
      await loaded?.learned(handle);
      return (await import('./views/list-transfers')).transfersOf(open);
    },
    lookUp: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const [open, { lookUpNames }] = await Promise.all([session(handle), import('./look-up-names')]);
        return lookUpNames(open, { chains, traces: await traces(), decoding, signal, onProgress });
      }),

    ...methodsOf<RowsApi>(session, {
      outcome: true,
      rows: true,
      detail: true,
      view: true,
      setExpanded: true,
      expandAll: true,
      collapseAll: true,
      setToggles: true,
      rowValues: true,
      reveal: true,
      rowOf: true,
      setNotes: true,
      search: true,
      match: true,
      overview: true,
    }),
    ...answersOf(session, {
      events: async () => (await import('./views/list-events')).listEvents,
      eventsCsv: async () => (await import('./views/list-events')).eventsAsCsv,
      contracts: async () => (await import('./views/involved-contracts')).involvedContracts,
      transfers: async () => (await import('./views/list-transfers')).transfersOf,
      transfersCsv: async () => (await import('./views/list-transfers')).transfersAsCsv,
      flame: async () => (await import('./views/flame-graph')).flameOf,
      flameNames: async () => (await import('./views/flame-graph')).namesOfFlame,
      gasProfile: async () => (await import('./views/flame-graph')).gasProfile,
    }),
    async stateChanges(handle) {
      const [{ stateChanges }, open] = await Promise.all([import('./views/state-view'), session(handle)]);
      return stateChanges(open, chains);
    },
    prices: (job, handle, second) =>
      jobs.run(job, async (signal) => {
        const [{ pricesOfTrace }, open] = await Promise.all([import('./views/prices-of-trace'), session(handle)]);
        return pricesOfTrace(open, chains, second, signal);
      }),
    gasLines: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const [{ gasLinesOf }, open] = await Promise.all([import('./views/gas-lines'), session(handle)]);
        const source = await (await decoding()).decode(open, signal, onProgress);
        return source.ok ? gasLinesOf(open, source.value, signal) : source;
      }),

    diff: async (pair) => (await comparison(pair)).summary(),
    diffRows: async (pair, concerned, start, count) => (await comparison(pair)).rows(concerned, start, count),
    diffNext: async (pair, concerned, from, backwards) => (await comparison(pair)).next(concerned, from, backwards),
    diffGas: async (pair) => (await comparison(pair)).gas(),
    async diffState(pair) {
      const [a, b] = await pairOf(pair);
      const [one, other] = await Promise.all([a.replayed(), b.replayed()]);
      if (!one.ok) return one;
      if (!other.ok) return other;
      return ok(await (await comparison(pair)).state(one.value.stateDiff(), other.value.stateDiff()));
    },

    ...resultsOf(replayed, {
      stateDiff: async () => (run: Replayed) => ok(run.stateDiff()),
      accessLists: async () => (run: Replayed) => run.accessLists(),
      authorizations: async () => (run: Replayed) => ok(run.authorizations()),
      stepOfRow: async () => (run: Replayed, row: RowIndex) => ok(run.replay.stepOf(row)),
      frameBalances: async () => (await import('./steps/frame-balances')).frameBalances,
      steps: async () => (await import('./steps/step-view')).stepWindow,
      stateAt: async () => (await import('./steps/step-view')).stepState,
      codeAt: async () => (await import('./steps/step-view')).codeAt,
      findStep: async () => (await import('./steps/step-view')).findStep,
      stepProfile: async () => (await import('./steps/step-view')).stepProfile,
    }),

    sourceTrace: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const open = await session(handle);
        const [trace, { summaryOf }, { errorWordsOf }] = await Promise.all([
          decoding().then((sources) => sources.decode(open, signal, onProgress)),
          import('./source/source-rows'),
          import('./rows/failure-sentence'),
        ]);
        return trace.ok ? ok(summaryOf(trace.value, (row) => errorWordsOf(open.showing, row))) : trace;
      }),
    ...resultsOf(decoded, {
      async sourceRows() {
        const { sourceRows } = await import('./source/source-rows');
        return (source: SourceTrace, start: number, count: number) => ok(sourceRows(source, start, count));
      },
      async variablesAt() {
        const { variablesAt } = await import('./source/source-variables');
        return (source: SourceTrace, step: number) => ok(variablesAt(source, step));
      },
      async stateVariablesAt() {
        const { stateVariablesAt } = await import('./source/source-variables');
        return (source: SourceTrace, step: number) => ok(stateVariablesAt(source, step));
      },
    }),
    async storageVariables(handle) {
      const [open, { slotVariables }, { namePaths }] = await Promise.all([
        session(handle),
        import('./source/slot-variables'),
        import('./decoding/name-values'),
      ]);
      const trace = await (await decoding()).decoded(open);
      if (!trace.ok) return trace;
      const { contracts } = open.knowledge;
      return ok(
        slotVariables(trace.value).map((slot) => ({ ...slot, ...namePaths(slot.values, contracts, slot.address) })),
      );
    },

    ...resultsOf(stepping, {
      sourceAt: async () => (await import('./steps/source-stepping')).sourceAt,
      stepFile: async () => (await import('./steps/source-stepping')).stepFile,
      lineValues: async () => (await import('./steps/source-stepping')).valuesOfLine,
      executionRows: async () => (await import('./steps/source-stepping')).executionRows,
    }),
    async findBreak(handle, breakpoints, from, forward) {
      const [found, { nearestBreak }] = await Promise.all([
        marks(handle, breakpoints),
        import('./steps/breakpoint-steps'),
      ]);
      return found.ok ? ok(nearestBreak(found.value, from, forward)) : found;
    },
    async breakMarks(handle, breakpoints, slices) {
      const [found, { markedSlices }] = await Promise.all([
        marks(handle, breakpoints),
        import('./steps/breakpoint-steps'),
      ]);
      return found.ok ? ok(markedSlices(found.value, slices)) : found;
    },

    exportTrace: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const [{ exportTrace }, open] = await Promise.all([import('./files/export-trace'), session(handle)]);
        // A file without sources says less, and is written all the same.
        await (await decoding()).decode(open, signal, onProgress);
        signal.throwIfAborted();
        return exportTrace(open, chains, await code.sources(), signal);
      }),
    importTrace: (job, file) =>
      jobs.run(job, async (signal) => {
        const { importTrace } = await import('./files/import-trace');
        return importTrace(file, chains, signal);
      }),
    importTraceFrom: (job, url) =>
      jobs.run(job, async (signal) => {
        const [{ importTrace }, { fetchTraceFile }] = await Promise.all([
          import('./files/import-trace'),
          import('../../net/fetch-trace-file'),
        ]);
        const fetched = await fetchTraceFile(url, signal);
        return fetched.ok ? importTrace(fetched.value, chains, signal) : fetched;
      }),
  };

  return {
    api,
    async settled() {
      await loaded?.settled();
    },
  };
}
