/** What is asked of traces that are open. It is loaded with the code for traces: the engine comes with every page. */
import type { RowIndex } from '../../core/trace/rows';
import { failure } from '../../core/values/failure';
import { fail, ok } from '../../core/values/result';
import type { Chains } from '../chain/chains';
import type { Code } from '../contracts/contracts-answers';
import type { TraceHandle } from '../ids';
import type { WithSignal } from '../loaded-parts';
import { once } from '../scheduling/once';
import type { DiffPair } from './diff.api';
import { createTraceFiles } from './files/trace-files';
import { answersOf, resultsOf } from './method-tables';
import type { OpenTraces } from './open/open-traces';
import type { Replayed } from './replay/replayed';
import type { RowsApi } from './rows.api';
import type { SimulatingApi } from './simulate/simulating';
import type { SourceTrace } from './source/source-trace';
import type { NamedSource } from './steps/step-names';
import type { Breakpoints } from './steps-in-source.api';
import type { TraceApi } from './trace.api';
import type { TraceSession } from './trace-session';

/** The questions that run as jobs. */
export type QuestionJobs = Pick<
  TraceApi,
  | 'lookUp'
  | 'balancedTransfers'
  | 'prices'
  | 'gasLines'
  | 'sourceTrace'
  | 'checkSafety'
  | 'exportTrace'
  | 'importTrace'
  | 'importTraceFrom'
>;

/** Methods of the worker's contract that the engine answers before this file is loaded. */
export type OfEngine = 'subscribe' | 'cancel' | 'beginOpening' | 'openTransaction' | 'closeTrace' | keyof QuestionJobs;

/** The rest of the contract is answered by the open trace itself (`RowsApi`) and by `simulating`. */
export type Questions = Omit<TraceApi, OfEngine | keyof RowsApi | keyof SimulatingApi> & WithSignal<QuestionJobs>;

type Parts = {
  chains: Chains;
  code: Code;
  traces(): Promise<OpenTraces>;
  /** The open trace of a handle. */
  session(handle: TraceHandle): Promise<TraceSession>;
  /** Resolves once what is learned of the trace in the background is known. */
  learned(handle: TraceHandle): Promise<void>;
  announce(open: TraceSession): void;
};

/** Kinds of variables that say who may do something. */
const SIMPLE: ReadonlySet<string> = new Set(['address', 'bool', 'integer']);

export function createTraceQuestions({ chains, code, traces, session, learned, announce }: Parts): Questions {
  const decoding = once(async () => {
    const { SourceDecoding } = await import('./source-decoding');
    return new SourceDecoding(chains, code, announce);
  });

  const stepView = once(() => import('./steps/step-view'));
  const replayed = async (handle: TraceHandle) => (await session(handle)).replayed();
  const decoded = async (handle: TraceHandle) => (await decoding()).decoded(await session(handle));
  const named = async (handle: TraceHandle) => {
    const [{ showing }, source] = await Promise.all([session(handle), decoded(handle)]);
    return source.ok ? ok({ source: source.value, showing }) : source;
  };
  const stepping = async (handle: TraceHandle) => {
    const [found, { steppingOf }] = await Promise.all([named(handle), import('./steps/source-stepping')]);
    return found.ok ? ok({ ...(await steppingOf(found.value.source)), showing: found.value.showing }) : found;
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

  return {
    cancelReplay: async (handle) => (await session(handle)).opened.replay?.end(),
    async unknowns(handle) {
      const open = await session(handle);
      await learned(handle);
      return open.unknowns();
    },
    async settledTransfers(handle) {
      const open = await session(handle);
      await learned(handle);
      return (await import('./views/list-transfers')).transfersOf(open);
    },
    async lookUp(signal, handle, onProgress) {
      const [open, { lookUpNames }] = await Promise.all([session(handle), import('./look-up-names')]);
      return lookUpNames(open, { chains, traces: await traces(), decoding, signal, onProgress });
    },

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
    async balancedTransfers(signal, handle) {
      const [open, { balancedTransfers }] = await Promise.all([session(handle), import('./safety/held-changes')]);
      await learned(handle);
      return ok(await balancedTransfers(open, signal));
    },
    async prices(signal, handle, second) {
      const [{ pricesOfTrace }, open] = await Promise.all([import('./views/prices-of-trace'), session(handle)]);
      return pricesOfTrace(open, chains, second, signal);
    },
    async gasLines(signal, handle, onProgress) {
      const [{ gasLinesOf }, open] = await Promise.all([import('./views/gas-lines'), session(handle)]);
      const source = await (await decoding()).decode(open, signal, onProgress);
      return source.ok ? gasLinesOf(open, source.value, signal) : source;
    },

    diff: async (pair) => (await comparison(pair)).summary(),
    diffRows: async (pair, concerned, start, count) => (await comparison(pair)).rows(concerned, start, count),
    diffNext: async (pair, concerned, from, backwards) => (await comparison(pair)).next(concerned, from, backwards),
    diffGas: async (pair) => (await comparison(pair)).gas(),
    async diffState(pair) {
      const [a, b] = await pairOf(pair);
      const [one, other] = await Promise.all([a.replayed(), b.replayed()]);
      if (!one.ok) return one;
      if (!other.ok) return other;
      const { stateDiffOf } = await import('./replay/state-diff-of');
      return ok(await (await comparison(pair)).state(stateDiffOf(one.value), stateDiffOf(other.value)));
    },

    ...resultsOf(replayed, {
      stateDiff: async () => {
        const { stateDiffOf } = await import('./replay/state-diff-of');
        return (run: Replayed) => ok(stateDiffOf(run));
      },
      accessLists: async () => {
        const { findAccessLists } = await import('./replay/find-access-lists');
        return (run: Replayed) => run.accessLists(findAccessLists);
      },
      authorizations: async () => (run: Replayed) => ok(run.authorizations()),
      paidFees: async () => {
        const { paidFees } = await import('../../core/replay/paid-fees');
        return (run: Replayed) => {
          const { transaction, block } = run.replay.execution;
          if (transaction.feeToken !== undefined)
            return fail(failure('unsupported', 'Its fees were paid in a token: they are among the events of that.'));
          // What a simulation paid on a chain whose rules are tried is not known.
          if (run.verification === undefined && block.protocol?.fees === undefined)
            return fail(failure('unsupported', 'Its receipt says what it paid.'));
          return ok(run.paidFees(paidFees));
        };
      },
      stepOfRow: async () => (run: Replayed, row: RowIndex) => ok(run.replay.stepOf(row)),
      frameBalances: async () => (await import('./steps/frame-balances')).frameBalances,
      steps: async () => (await stepView()).stepWindow,
      stateAt: async () => (await stepView()).stepState,
      codeAt: async () => (await stepView()).codeAt,
      findStep: async () => (await stepView()).findStep,
      stepProfile: async () => (await stepView()).stepProfile,
    }),

    async reachedStep(handle, step) {
      const [{ opened }, { reachedStep }] = await Promise.all([session(handle), stepView()]);
      const replay = opened.verification && (await opened.replay?.past(step));
      return replay && reachedStep(replay, opened, step);
    },
    async sourceTrace(signal, handle, onProgress) {
      const open = await session(handle);
      const [trace, { summaryOf }] = await Promise.all([
        decoding().then((sources) => sources.decode(open, signal, onProgress)),
        import('./rows/source-rows'),
      ]);
      return trace.ok ? ok(summaryOf(trace.value, open.showing)) : trace;
    },
    ...resultsOf(decoded, {
      async sourceRows() {
        const { sourceRows } = await import('./rows/source-rows');
        return (source: SourceTrace, start: number, count: number) => ok(sourceRows(source, start, count));
      },
    }),
    ...resultsOf(named, {
      async variablesAt() {
        const { namedVariablesAt } = await import('./steps/step-names');
        return (source: NamedSource, step: number) => ok(namedVariablesAt(source, step));
      },
      async stateVariablesAt() {
        const { namedStateAt } = await import('./steps/step-names');
        return (source: NamedSource, step: number) => ok(namedStateAt(source, step));
      },
    }),
    async storageVariables(handle) {
      const [open, { slotVariables }, { namePaths }] = await Promise.all([
        session(handle),
        import('./source/slot-variables'),
        import('./decoding/name-stored'),
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

    async checkSafety(signal, handle) {
      const [{ checkSafetyOf }, checked] = await Promise.all([import('./safety/check-safety'), session(handle)]);
      // Whether code is verified is known once its contracts are.
      await learned(handle);
      const read = await (await decoding()).decode(checked, signal);
      const { slotVariables } = await import('./source/slot-variables');
      const changed = read.ok ? slotVariables(read.value) : [];
      const variables = changed.flatMap(({ address, values }) =>
        values.flatMap(({ path, before, after }) =>
          SIMPLE.has(after.kind) ? [{ address, path, before: before.text, after: after.text }] : [],
        ),
      );
      return checkSafetyOf(chains, checked, signal, variables);
    },
    ...createTraceFiles({ chains, code, session, decoding }),
  };
}
