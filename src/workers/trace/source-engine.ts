/** Answers about source code; all that answers them is loaded with the first question. */
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { fetchCode } from '../../net/chain-reader';
import type { CompileProgress } from '../compiler/compiler.api';
import type { Chains } from './chains';
import type { Jobs } from './jobs';
import type { Replayed } from './replayed';
import type { Sessions } from './sessions';
import type { SourceTrace } from './source-trace';
import type { SourceTraceApi } from './source-trace.api';
import type { SourceBook } from './sources';
import type { SourcesApi } from './sources.api';
import type { JobId, TraceHandle } from './trace.api';
import type { TraceSession } from './trace-session';

export function sourceAnswers(
  chains: Chains,
  jobs: Jobs,
  traces: () => Promise<Sessions>,
  session: (handle: TraceHandle) => Promise<TraceSession>,
): SourcesApi & SourceTraceApi<TraceHandle, JobId> {
  let compiler: Parameters<SourcesApi['setCompiler']> | undefined;
  let loading: Promise<SourceBook> | undefined;
  function sources(): Promise<SourceBook> {
    loading ??= import('./sources').then(({ createSourceBook }) => {
      const book = createSourceBook();
      if (compiler !== undefined) book.setCompiler(...compiler);
      return book;
    });
    return loading;
  }

  const decoded = new WeakMap<Replayed, SourceTrace>();

  /** Finds sources and decodes, once for each replay. */
  async function decode(
    handle: TraceHandle,
    signal: AbortSignal,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<SourceTrace, Failure>> {
    const open = await session(handle);
    const replayed = await open.replayed();
    if (!replayed.ok) return replayed;
    const known = decoded.get(replayed.value);
    if (known) return ok(known);
    const [book, sessions, { loadFrameSources }, { SourceTrace }, config, networks] = await Promise.all([
      sources(),
      traces(),
      import('./frame-sources'),
      import('./source-trace'),
      chains.config(),
      chains.networks(),
    ]);
    await sessions.importConfigured();
    const { artifacts } = sessions;
    const question = {
      replayed: replayed.value,
      book,
      artifacts,
      config,
      explorers: networks.find(({ id }) => id === open.key.networkId)?.explorers ?? [],
      networkId: open.key.networkId,
      signal,
      onProgress,
    };
    const made = await SourceTrace.decode(replayed.value, await loadFrameSources(question), signal);
    decoded.set(replayed.value, made);
    return ok(made);
  }

  async function known<T>(handle: TraceHandle, work: (trace: SourceTrace) => T): Promise<Result<T, Failure>> {
    const replayed = await (await session(handle)).replayed();
    if (!replayed.ok) return replayed;
    const trace = decoded.get(replayed.value);
    return trace ? ok(work(trace)) : fail(failure('unsupported', 'The sources of this trace were not asked for yet.'));
  }

  return {
    sourceTrace: (job, handle, onProgress) =>
      jobs.run(job, async (signal) => {
        const trace = await decode(handle, signal, onProgress);
        return trace.ok ? ok(trace.value.summary()) : trace;
      }),
    sourceRows: (handle, start, count) => known(handle, (trace) => trace.rows(start, count)),
    variablesAt: (handle, step) => known(handle, (trace) => trace.variablesAt(step)),
    async setCompiler(...given) {
      compiler = given;
      if (loading !== undefined) (await loading).setCompiler(...given);
    },
    contractSource: (job, networkId, address, onProgress) =>
      jobs.run(job as JobId, async (signal) => {
        const [book, open, { loadContractSource }] = await Promise.all([sources(), traces(), import('./load-source')]);
        await open.importConfigured();
        return loadContractSource(chains, open.artifacts, book, { networkId, address, signal, onProgress });
      }),
    async sourceText(networkId, address, path) {
      const texts = (await sources()).loaded(networkId, address)?.run.input.sources ?? {};
      return Object.hasOwn(texts, path) ? texts[path].content : undefined;
    },
    recoverFunctions: (job, networkId, address) =>
      jobs.run(job as JobId, async (signal) => {
        const [rpc, open, { recoverFunctions }] = await Promise.all([
          chains.rpc(networkId),
          traces(),
          import('./recovered'),
        ]);
        const code = await fetchCode(rpc, address, 'latest', { signal });
        return code.ok ? recoverFunctions(code.value, open.knowledge(networkId).signatures) : code;
      }),
    async searchSources(networkId, address, text) {
      const [book, { searchSource }] = await Promise.all([sources(), import('./source-answers')]);
      const source = book.loaded(networkId, address);
      return source === undefined ? [] : searchSource(source, text);
    },
  };
}
