/**
 * Where the debugger stands: one step of the open trace with the machine
 * before it and its place in the source, and the machine that was shown before
 * that, for marking what changed.
 *
 * Lives outside React. One question is on its way at a time; where the reader
 * goes on meanwhile, only the last wish counts.
 */
import { type Failure, failure } from '../../../core/failure';
import type { Result } from '../../../core/result';
import type { RowIndex } from '../../../core/trace/rows';
import type { CompileProgress } from '../../../workers/compiler/compiler.api';
import type { JobId, TraceHandle } from '../../../workers/ids';
import type { SourceTraceApi } from '../../../workers/trace/source-trace.api';
import type { StepState, StepsApi } from '../../../workers/trace/steps.api';
import type { Breakpoints, StepSource, StepsSourceApi } from '../../../workers/trace/steps-source.api';

export type DebuggerApi = StepsApi & StepsSourceApi & SourceTraceApi & { cancel(job: JobId): Promise<void> };

/** How far the sources of the trace are. */
export type SourcesState =
  | { state: 'loading'; progress: CompileProgress | undefined }
  | { state: 'here' }
  | { state: 'failed'; failure: Failure };

export type DebuggerSnapshot = {
  /** Undefined until the first state came. */
  state: StepState | undefined;
  before: StepState | undefined;
  /** The place of `state` in the source; undefined while sources are not known. */
  source: StepSource | undefined;
  sources: SourcesState;
  /** Steps of the transaction. */
  total: number;
  /** Why there is nothing to step through. */
  failure: Failure | undefined;
};

/** Where one can go from here by one of the buttons, as steps. */
export type Moves = { next?: number; previous?: number; over?: number; up?: number; out?: number };

export class DebuggerModel {
  #snapshot: DebuggerSnapshot = {
    state: undefined,
    before: undefined,
    source: undefined,
    sources: { state: 'loading', progress: undefined },
    total: 0,
    failure: undefined,
  };
  readonly #listeners = new Set<() => void>();
  #wanted: number | undefined;
  /** A move that was asked for while the step it starts from is on its way. */
  #then: keyof Moves | undefined;
  #busy = false;
  #closed = false;
  /** Whether the reader went anywhere, or came by an address that says where. */
  #placed = false;
  #job: JobId | undefined;
  /** Whether the reader steps by statements where there is a source. */
  byStatements = true;

  constructor(
    readonly api: DebuggerApi,
    readonly handle: TraceHandle,
    readonly onCrash: (error: unknown) => void,
  ) {}

  readonly snapshot = (): DebuggerSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Waits for the replay, and goes to `step`, else to where the row of that number begins. */
  async open(step: number | undefined, row: RowIndex | undefined): Promise<void> {
    const counted = await this.api.steps(this.handle, 0, 0).catch((error: unknown) => {
      if (!this.#closed) this.onCrash(error);
    });
    if (this.#closed || !counted) return;
    if (!counted.ok) {
      this.#change({ failure: counted.error });
      return;
    }
    this.#change({ total: counted.value.total });
    if (step !== undefined) this.go(step);
    else if (row !== undefined) await this.goToRow(row, true);
    else this.#goTo(0);
  }

  /**
   * Finds the sources. A reader who has not gone anywhere yet is taken to the
   * error, or to the first statement.
   */
  async openSources(job: JobId): Promise<void> {
    this.#job = job;
    this.#change({ sources: { state: 'loading', progress: undefined } });
    const onProgress = (progress: CompileProgress) => {
      if (!this.#closed && this.#job === job) this.#change({ sources: { state: 'loading', progress } });
    };
    try {
      const found = await this.api.sourceTrace(job, this.handle, onProgress);
      if (this.#closed || this.#job !== job) return;
      if (!found.ok) {
        this.#change({ sources: { state: 'failed', failure: found.error } });
        return;
      }
      this.#change({ sources: { state: 'here' } });
      const error = found.value.stack.at(-1)?.step ?? -1;
      const first = await this.api.sourceAt(this.handle, 0);
      if (this.#closed) return;
      const wanted = error >= 0 ? error : first.ok ? first.value.moves.next : undefined;
      const stays = this.#placed || !this.byStatements;
      this.#goTo((stays ? undefined : wanted) ?? this.#wanted ?? this.#snapshot.state?.step ?? 0);
    } catch (error) {
      if (!this.#closed) this.onCrash(error);
    }
  }

  cancelSources(): void {
    if (this.#job === undefined || this.#snapshot.sources.state !== 'loading') return;
    this.api.cancel(this.#job).catch(() => {}); // a worker that died has nothing left to cancel
    this.#job = undefined;
    this.#change({
      sources: { state: 'failed', failure: failure('cancelled', 'Looking for the sources was cancelled.') },
    });
  }

  close(): void {
    this.cancelSources();
    this.#closed = true;
    this.#listeners.clear();
  }

  /** Goes to a step; beyond either end, to the end. */
  go(step: number): void {
    this.#placed = true;
    this.#goTo(step);
  }

  /** So many steps further than where the reader wants to be by now. */
  move(by: number): void {
    this.go((this.#wanted ?? this.#snapshot.state?.step ?? 0) + by);
  }

  /** Whether stepping goes by statements where the reader stands. */
  get inSource(): boolean {
    return this.byStatements && (this.#snapshot.source?.files.length ?? 0) > 0;
  }

  /** Where the buttons lead from the step shown. */
  moves(): Moves {
    const { state, source, total } = this.#snapshot;
    if (state === undefined) return {};
    const { step, go } = state;
    const next = step < total - 1 ? step + 1 : undefined;
    const previous = step > 0 ? step - 1 : undefined;
    if (!this.inSource || source === undefined) return present({ next, previous, ...go });
    const { moves } = source;
    // Behind the last statement there is the end, before the first the beginning.
    return present({
      ...moves,
      next: moves.next ?? (next === undefined ? undefined : total - 1),
      previous: moves.previous ?? (previous === undefined ? undefined : 0),
    });
  }

  /** Goes by a button or its key; while a step is on its way, from there. */
  take(move: keyof Moves): void {
    if (!this.inSource && (move === 'next' || move === 'previous')) {
      this.move(move === 'next' ? 1 : -1);
      return;
    }
    if (this.#busy) {
      this.#then = move;
      return;
    }
    const moves = this.moves();
    // Over a statement that calls nothing is to the next one.
    const step = moves[move] ?? (move === 'over' && this.inSource ? moves.next : undefined);
    if (step !== undefined) this.go(step);
  }

  /** Goes to where a row begins; where it began without a step, stays, or with `orStart` goes to the first step. */
  async goToRow(row: RowIndex, orStart = false): Promise<void> {
    this.#placed = true;
    const step = await this.#ask(this.api.stepOfRow(this.handle, row));
    if (step !== undefined || orStart) this.go(step ?? 0);
  }

  /** Goes to the next instruction of that name, or the one before; whether there is one. */
  async find(name: string, forward: boolean): Promise<boolean> {
    const from = this.#snapshot.state?.step ?? -1;
    const step = await this.#ask(this.api.findStep(this.handle, name, from, forward));
    if (step !== undefined) this.go(step);
    return step !== undefined;
  }

  /** Runs to the nearest breakpoint; whether there is one in that direction. */
  async run(breakpoints: Breakpoints, forward: boolean): Promise<boolean> {
    const from = this.#snapshot.state?.step ?? -1;
    const step = await this.#ask(this.api.findBreak(this.handle, breakpoints, from, forward));
    if (step !== undefined) this.go(step);
    return step !== undefined;
  }

  async #ask(question: Promise<Result<number | undefined, Failure>>): Promise<number | undefined> {
    try {
      const answer = await question;
      return answer.ok ? answer.value : undefined;
    } catch (error) {
      if (!this.#closed) this.onCrash(error);
      return undefined;
    }
  }

  #goTo(step: number): void {
    this.#then = undefined;
    this.#wanted = Math.max(0, Math.min(step, this.#snapshot.total - 1));
    if (!this.#busy && this.#snapshot.total > 0) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#wanted !== undefined && !this.#closed) {
        const step = this.#wanted;
        const isHere = this.#snapshot.sources.state === 'here';
        const [answer, source] = await Promise.all([
          this.api.stateAt(this.handle, step),
          isHere ? this.api.sourceAt(this.handle, step) : undefined,
        ]);
        if (this.#closed) return;
        if (this.#wanted === step) this.#wanted = undefined;
        if (!answer.ok) {
          this.#change({ failure: answer.error });
          continue;
        }
        const { state } = this.#snapshot;
        const isSame = state?.step === answer.value.step;
        this.#change({
          state: answer.value,
          // Sources that came for the same step change nothing of the machine.
          ...(!isSame && { before: state }),
          source: source?.ok ? source.value : undefined,
          failure: undefined,
        });
        if (this.#wanted === undefined && this.#then !== undefined) {
          this.#wanted = this.moves()[this.#then];
          this.#then = undefined;
        }
      }
    } catch (error) {
      if (!this.#closed) this.onCrash(error);
    } finally {
      this.#busy = false;
    }
  }

  #change(part: Partial<DebuggerSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part };
    for (const listener of this.#listeners) listener();
  }
}

function present(moves: { [Move in keyof Moves]: number | undefined }): Moves {
  return Object.fromEntries(Object.entries(moves).filter(([, step]) => step !== undefined));
}
