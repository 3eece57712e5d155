import { isSimulationHash } from '../../core/simulation/simulation-hash';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { Chains } from '../chain/chains';
import type { TransactionStore } from '../chain/transaction-store';
import type { Code } from '../contracts/contracts-answers';
import { createEvents } from '../event-listeners';
import type { JobId, TraceHandle, TransactionKey } from '../ids';
import { jobsOf, type WithSignal } from '../loaded-parts';
import type { Jobs } from '../scheduling/jobs';
import { once } from '../scheduling/once';
import type { KeptProjects } from '../testing/kept-project';
import type { OfSubject } from './method-tables';
import type { ReplayPatience } from './open/acquire-trace';
import { BegunOpenings, beginEarly } from './open/begin-early';
import type { OpenTraces } from './open/open-traces';
import { isAtHand, ShownScreens, TransactionOpening } from './open/open-transaction';
import { CLOSED_TRACE_ERROR, type TraceEvent } from './open-trace.api';
import type { RowsApi } from './rows.api';
import type { SimulatingApi } from './simulate/simulating';
import type { TraceApi } from './trace.api';
import type { OfEngine, QuestionJobs, Questions } from './trace-questions';
import type { TraceSession } from './trace-session';

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
  /** Projects with tests that can be opened; those that this browser keeps when absent. */
  testProjects: KeptProjects | undefined;
};

export function createTraceEngine(made: TraceEngineParts): TraceEngine {
  const { chains, transactions, jobs, code, replayPatience } = made;
  const events = createEvents<TraceEvent>();
  const screens = new ShownScreens();
  let loaded: OpenTraces | undefined;
  const traces = once(async () => {
    const [{ OpenTraces }, base] = await Promise.all([import('./open/open-traces'), code.knowledge()]);
    loaded = new OpenTraces(chains, base, events.emit, replayPatience);
    return loaded;
  });
  const testProjects = once(
    async () => made.testProjects ?? new (await import('../testing/kept-project')).KeptProjects(),
  );
  const runs = once(async () => new (await import('./simulate/simulation-runs')).SimulationRuns());
  const parts = {
    chains,
    transactions,
    screens,
    traces,
    beginEarly,
    async repeat(key: TransactionKey, signal: AbortSignal) {
      if (!isSimulationHash(key.hash)) {
        const [{ repeatTestedCall }, projects, base] = await Promise.all([
          import('./simulate/tested-call'),
          testProjects(),
          code.knowledge(),
        ]);
        return repeatTestedCall(key, projects, chains, (name, bytes) => base.import(name, bytes), signal);
      }
      const [{ repeatStep }, ran] = await Promise.all([import('./simulate/simulated-step'), runs()]);
      return repeatStep(ran, key, signal);
    },
  };
  const openings = new BegunOpenings((key, signal, onUpdate, wish) =>
    new TransactionOpening(parts, key, signal, onUpdate, wish).run(),
  );

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

  const simulating = once(async () =>
    (await import('./simulate/simulating')).createSimulating({ chains, code, traces, runs, session }),
  );

  const questions = once(async () =>
    (await import('./trace-questions')).createTraceQuestions({
      chains,
      code,
      traces,
      session,
      learned: async (handle) => loaded?.learned(handle),
      announce: (open) => loaded?.announce(open),
    }),
  );
  const own: Pick<TraceApi, OfEngine> = {
    subscribe: async (listener) => events.subscribe(listener),
    cancel: async (job) => jobs.cancel(job),

    async beginOpening(key, wish) {
      if (wish?.isAhead && (loaded?.isOpen(key) || !(await isAtHand(chains, key)))) return;
      openings.begin(key, wish);
    },
    openTransaction: (job, key, onUpdate) => jobs.run(job, (signal) => openings.take(key, signal, onUpdate)),
    ...jobsOf<QuestionJobs>(jobs, questions, {
      lookUp: true,
      balancedTransfers: true,
      prices: true,
      gasLines: true,
      sourceTrace: true,
      checkSafety: true,
      exportTrace: true,
      importTrace: true,
      importTraceFrom: true,
    }),
    async closeTrace(handle) {
      screens.close(handle);
      loaded?.close(handle);
    },
  };

  return {
    api: withRest(own, { session, questions, simulating, jobs }),
    async settled() {
      await loaded?.settled();
    },
  };
}

type Rest = {
  session(handle: TraceHandle): Promise<OfSubject<RowsApi>>;
  questions(): Promise<Questions>;
  simulating(): Promise<WithSignal<SimulatingApi>>;
  jobs: Jobs;
};

/**
 * Returns the contract, of which `own` is here. What is called with a job, a text, is a simulation, which runs as that job.
 * What is asked of rows the open trace answers itself, and the questions the rest.
 */
function withRest(own: Pick<TraceApi, OfEngine>, { session, questions, simulating, jobs }: Rest): TraceApi {
  const ofRows = once(() => import('./rows/of-rows'));
  const rest =
    (name: string) =>
    async (first: JobId | TraceHandle, ...args: unknown[]) => {
      if (typeof first === 'string')
        return jobs.run(first, async (signal) => methodOf(await simulating(), name)(signal, ...args));
      const { OF_ROWS } = await ofRows();
      return name in OF_ROWS
        ? methodOf(await session(first), name)(...args)
        : methodOf(await questions(), name)(first, ...args);
    };
  return new Proxy(own as TraceApi, {
    get: (here, name) =>
      name in here || typeof name === 'symbol' || name === 'then' ? Reflect.get(here, name) : rest(name),
  });
}

function methodOf(of: object, name: string): (...args: unknown[]) => Promise<Result<unknown, Failure>> {
  type Method = (this: object, ...args: unknown[]) => Promise<Result<unknown, Failure>>;
  return (of as Readonly<Record<string, Method>>)[name].bind(of);
}
