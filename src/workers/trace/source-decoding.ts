/** Reads open traces in their contracts' sources, once for each replay; all that does it is loaded with the first question. */
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import type { Chains } from '../chain/chains';
import type { CompileProgress } from '../compiler/compiler.api';
import type { Code } from '../contracts/contracts-answers';
import { SharedWork } from '../scheduling/shared-work';
import { decoder } from './decoding/decoder';
import type { Replayed } from './replay/replayed';
import type { SourceTrace } from './source/source-trace';
import type { SourceViews } from './source/source-views';
import type { TraceSession } from './trace-session';

export class SourceDecoding {
  private readonly decodedTraces = new WeakMap<Replayed, SourceViews>();
  private readonly running = new WeakMap<Replayed, SharedWork<SourceTrace>>();

  /** `onDecoded` is called when the rows of an open trace read otherwise because its sources were found. */
  constructor(
    private readonly chains: Chains,
    private readonly code: Code,
    private readonly onDecoded: (open: TraceSession) => void,
  ) {}

  /** Finds sources and decodes, once for each replay however many ask; stops when no caller waits. The first time may ask providers and compile. */
  async decode(
    open: TraceSession,
    signal: AbortSignal,
    onProgress?: (progress: CompileProgress) => void,
  ): Promise<Result<SourceTrace, Failure>> {
    const replayed = await open.replayed();
    if (!replayed.ok) return replayed;
    const known = this.decodedTraces.get(replayed.value);
    if (known) {
      open.addSources(known);
      return ok(known.source);
    }
    const under = this.running.get(replayed.value);
    const work = under === undefined || under.ended ? new SharedWork<SourceTrace>() : under;
    this.running.set(replayed.value, work);
    return work.wait(signal, onProgress, async (signal, onProgress) => {
      try {
        return ok(await this.decodeOnce(open, replayed.value, signal, onProgress));
      } finally {
        if (this.running.get(replayed.value) === work) this.running.delete(replayed.value);
      }
    });
  }

  /** What was decoded before; fails with `unsupported` where nothing was. */
  async decoded(open: TraceSession): Promise<Result<SourceTrace, Failure>> {
    const replayed = await open.replayed();
    if (!replayed.ok) return replayed;
    const known = this.decodedTraces.get(replayed.value);
    return known ? ok(known.source) : fail(failure('unsupported', 'The sources of this trace were not asked for yet.'));
  }

  /**
   * Decodes a trace once more that is decoded already, because sources that were missing may be found by now. Where more
   * are found, their rows replace those of before in one step.
   */
  async decodeAgain(open: TraceSession, signal: AbortSignal): Promise<void> {
    const replayed = await open.replayed();
    if (!replayed.ok) return;
    const run = replayed.value;
    // What is not begun yet finds what there is.
    if (!this.decodedTraces.has(run) && !this.running.has(run)) return;
    const before = await this.decode(open, signal);
    if (!before.ok || missingSources(before.value) === 0) return;
    const now = await this.read(open, run, signal, () => {});
    if (missingSources(now.source) < missingSources(before.value)) this.show(open, run, now);
  }

  private async decodeOnce(
    open: TraceSession,
    replayed: Replayed,
    signal: AbortSignal,
    onProgress: (progress: CompileProgress) => void,
  ): Promise<SourceTrace> {
    const views = await this.read(open, replayed, signal, onProgress);
    this.show(open, replayed, views);
    return views.source;
  }

  private async read(
    open: TraceSession,
    replayed: Replayed,
    signal: AbortSignal,
    onProgress: (progress: CompileProgress) => void,
  ): Promise<SourceViews> {
    const { chains, code } = this;
    const [verified, base, { loadCompiledFrames }, { SourceTrace }, { SourceViews }, config, networks] =
      await Promise.all([
        code.sources(),
        code.knowledge(),
        import('./source/compiled-frames'),
        import('./source/source-trace'),
        import('./source/source-views'),
        chains.config(),
        chains.networks(),
        decoder.load(),
      ]);
    await base.importConfigured();
    const { networkId } = open.key;
    const explorers = networks.find(({ id }) => id === networkId)?.explorers ?? [];
    const { artifacts } = base;
    const question = { replayed, verified, artifacts, config, explorers, networkId, signal, onProgress };
    return new SourceViews(await SourceTrace.decode(replayed, await loadCompiledFrames(question), signal));
  }

  /** Puts the rows of the sources among those of the open trace. */
  private show(open: TraceSession, replayed: Replayed, views: SourceViews): void {
    this.decodedTraces.set(replayed, views);
    open.addSources(views);
    this.onDecoded(open);
  }
}

/** Number of codes that ran and have no source. */
function missingSources({ sources }: SourceTrace): number {
  return sources.found.filter(({ source }) => source === undefined).length;
}
