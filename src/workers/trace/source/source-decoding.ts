/** Open traces read in their contracts' sources, once for each replay; all that does it is loaded with the first question. */
import { type Failure, failure } from '../../../core/failure';
import { fail, ok, type Result } from '../../../core/result';
import type { Chains } from '../../chain/chains';
import type { CompileProgress } from '../../compiler/compiler.api';
import type { SourcesApi } from '../../contracts/contracts.api';
import type { SourceBook } from '../../contracts/verified-sources';
import { Shared } from '../../shared-work';
import type { Sessions } from '../open-traces';
import type { Replayed } from '../replay/replayed';
import type { TraceSession } from '../trace-session';
import type { SourceTrace } from './source-trace';

export type SourceDecoding = {
  book(): Promise<SourceBook>;
  setCompiler(...given: Parameters<SourcesApi['setCompiler']>): Promise<void>;
  /** Finds sources and decodes, once for each replay, whoever asks meanwhile; ends when nobody waits any more. The first time may ask services and compile. */
  decode(
    open: TraceSession,
    signal: AbortSignal,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<SourceTrace, Failure>>;
  /** What was decoded before; fails with `unsupported` where nothing was. */
  decoded(open: TraceSession): Promise<Result<SourceTrace, Failure>>;
};

export function createSourceDecoding(chains: Chains, traces: () => Promise<Sessions>): SourceDecoding {
  let compiler: Parameters<SourcesApi['setCompiler']> | undefined;
  let loading: Promise<SourceBook> | undefined;
  function book(): Promise<SourceBook> {
    if (loading !== undefined) return loading;
    const made = import('../../contracts/verified-sources').then(({ createSourceBook }) => {
      const book = createSourceBook();
      if (compiler !== undefined) book.setCompiler(...compiler);
      return book;
    });
    loading = made;
    // What could not be loaded is asked for again the next time.
    made.catch(() => {
      if (loading === made) loading = undefined;
    });
    return made;
  }

  const decoded = new WeakMap<Replayed, SourceTrace>();
  const running = new WeakMap<Replayed, Shared<SourceTrace>>();

  async function decodeOnce(
    open: TraceSession,
    replayed: Replayed,
    signal: AbortSignal,
    onProgress: (progress: CompileProgress) => void,
  ): Promise<SourceTrace> {
    const [sources, sessions, { loadFrameSources }, { SourceTrace }, config, networks] = await Promise.all([
      book(),
      traces(),
      import('./frame-sources'),
      import('./source-trace'),
      chains.config(),
      chains.networks(),
    ]);
    await sessions.importConfigured();
    const { artifacts } = sessions;
    const question = {
      replayed,
      book: sources,
      artifacts,
      config,
      explorers: networks.find(({ id }) => id === open.key.networkId)?.explorers ?? [],
      networkId: open.key.networkId,
      signal,
      onProgress,
    };
    const made = await SourceTrace.decode(replayed, await loadFrameSources(question), signal);
    decoded.set(replayed, made);
    open.addSources(made);
    sessions.grew(open);
    return made;
  }

  return {
    book,
    async setCompiler(...given) {
      compiler = given;
      if (loading !== undefined) (await loading).setCompiler(...given);
    },
    async decode(open, signal, onProgress) {
      const replayed = await open.replayed();
      if (!replayed.ok) return replayed;
      const known = decoded.get(replayed.value);
      if (known) {
        open.addSources(known);
        return ok(known);
      }
      const under = running.get(replayed.value);
      const shared = under === undefined || under.ended ? new Shared<SourceTrace>() : under;
      running.set(replayed.value, shared);
      return shared.wait(signal, onProgress, async (signal, onProgress) => {
        try {
          return ok(await decodeOnce(open, replayed.value, signal, onProgress));
        } finally {
          if (running.get(replayed.value) === shared) running.delete(replayed.value);
        }
      });
    },
    async decoded(open) {
      const replayed = await open.replayed();
      if (!replayed.ok) return replayed;
      const trace = decoded.get(replayed.value);
      return trace ? ok(trace) : fail(failure('unsupported', 'The sources of this trace were not asked for yet.'));
    },
  };
}
