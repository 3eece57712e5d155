/**
 * What the debugger shows of an open trace: one step with the machine before it
 * and its place in the source, and the machine that was shown before that, for
 * marking what changed.
 *
 * The address owns the step and whether the reader goes by statements. The
 * model is given both (`follow`) and asks its owner to change them (`onGo`):
 *
 *     button → take → onGo → address → follow → answer → snapshot
 *
 * Lives outside React. One question is on its way at a time; when the reader
 * moves on before the answer, only the last requested step is asked for next.
 */

import type { RowIndex } from '../../../core/trace/rows';
import { type Failure, failure } from '../../../core/values/failure';
import type { Result } from '../../../core/values/result';
import type { CompileProgress } from '../../../workers/compiler/compiler.api';
import type { JobId, TraceHandle } from '../../../workers/ids';
import type { SourceTraceApi } from '../../../workers/trace/source-trace.api';
import type { StepState, StepsApi } from '../../../workers/trace/steps.api';
import type { Breakpoints, StepFile, StepSource, StepsInSourceApi } from '../../../workers/trace/steps-in-source.api';

export type DebuggerApi = StepsApi & StepsInSourceApi & SourceTraceApi & { cancel(job: JobId): Promise<void> };

/** State of reading the sources of the trace. */
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
  /** Whether the execution that `state` is of still runs: it is not compared with the receipt yet. */
  isUnchecked: boolean;
  /** Why there is nothing to step through. */
  failure: Failure | undefined;
};

/** Steps that each of the buttons leads to from here. */
export type Moves = { next?: number; previous?: number; over?: number; up?: number; out?: number };

/** The position that the URL names. */
export type DebuggerAddress = {
  /** Undefined until the reader goes anywhere. */
  step: number | undefined;
  /** Whether the reader steps by statements where there is a source. */
  byStatements: boolean;
};

/** A file with the lines on which statements begin. */
export type OpenFile = { file: StepFile; text: string; lines: readonly number[] };

export type DebuggerOwner = {
  /** Puts the step into the address, which gives it back through `follow`. */
  onGo: (step: number) => void;
  /** A question was rejected: the worker no longer has the trace. */
  onCrash: (error: unknown) => void;
};

/** Phase of the model, which decides whether steps can be asked for. */
type Phase =
  /** The replay is not there yet. */
  | { state: 'opening' }
  /** Nothing is on its way. */
  | { state: 'resting' }
  /** One step is on its way. `next` is asked for when it came; `afterwards` is the move to make from the last of them. */
  | { state: 'asking'; next?: number | undefined; afterwards?: keyof Moves | undefined }
  /** No answer is taken any more. */
  | { state: 'closed' };

export class DebuggerModel {
  #snapshot: DebuggerSnapshot = {
    state: undefined,
    before: undefined,
    source: undefined,
    sources: { state: 'loading', progress: undefined },
    total: 0,
    isUnchecked: false,
    failure: undefined,
  };
  readonly #listeners = new Set<() => void>();
  #phase: Phase = { state: 'opening' };
  /** Whether a move is under way that the URL does not show yet. */
  #isGoing = false;
  /** The job that looks for the sources, while it runs. */
  #job: JobId | undefined;
  /** The last step shown that execution comes to no statement at; arrows come there as well. */
  #aside: number | undefined;
  /** Open files by their ids. */
  readonly #files = new Map<number, OpenFile>();

  constructor(
    readonly api: DebuggerApi,
    readonly handle: TraceHandle,
    private address: DebuggerAddress,
    private readonly owner: DebuggerOwner,
  ) {}

  readonly snapshot = (): DebuggerSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly onCrash = (error: unknown): void => {
    if (!this.#isClosed()) this.owner.onCrash(error);
  };

  /** Waits for the replay, and shows the step of the address, else where the row of that number begins, else the first. */
  async open(row: RowIndex | undefined): Promise<void> {
    if (row === undefined || this.address.step !== undefined) void this.#reach(this.#wanted());
    const counted = await this.#answerOf(this.api.steps(this.handle, 0, 0));
    if (counted === undefined || this.#isClosed()) return;
    if (!counted.ok) {
      this.#change({ failure: counted.error, state: undefined, total: 0, isUnchecked: false });
      return;
    }
    this.#phase = { state: 'resting' };
    this.#change({ total: counted.value.total });
    if (this.address.step !== undefined) this.#want(this.address.step);
    else if (row !== undefined) await this.goToRow(row, true);
    else this.#want(0);
  }

  /** Takes over the position that the URL names. */
  follow(address: DebuggerAddress): void {
    const before = this.address;
    this.address = address;
    if (address.byStatements !== before.byStatements) this.#change({});
    if (address.step !== undefined && address.step !== before.step) this.#want(address.step);
  }

  /** Finds the sources. A reader who has not gone anywhere yet is taken to the error, or to the first statement. */
  async openSources(job: JobId): Promise<void> {
    this.#job = job;
    this.#change({ sources: { state: 'loading', progress: undefined } });
    const onProgress = (progress: CompileProgress) => {
      if (!this.#isClosed() && this.#job === job) this.#change({ sources: { state: 'loading', progress } });
    };
    const found = await this.#answerOf(this.api.sourceTrace(job, this.handle, onProgress));
    if (found === undefined || this.#isClosed() || this.#job !== job) return;
    this.#job = undefined;
    if (!found.ok) {
      this.#change({ sources: { state: 'failed', failure: found.error } });
      return;
    }
    this.#change({ sources: { state: 'here' } });
    const start = await this.#startInSource(found.value.stack.at(-1)?.step ?? -1);
    if (this.#isClosed()) return;
    const isPlaced = this.#isGoing || this.address.step !== undefined;
    if (start !== undefined && !isPlaced && this.address.byStatements) this.go(start);
    else this.#want(this.#wanted());
  }

  cancelSources(): void {
    if (this.#job === undefined) return;
    this.api.cancel(this.#job).catch(() => {}); // a worker that died has nothing left to cancel
    this.#job = undefined;
    this.#change({
      sources: { state: 'failed', failure: failure('cancelled', 'Looking for the sources was cancelled.') },
    });
  }

  close(): void {
    this.cancelSources();
    this.#phase = { state: 'closed' };
    this.#listeners.clear();
  }

  /** Goes to a step; beyond either end, to the end. */
  go(step: number): void {
    this.#isGoing = true;
    if (this.#phase.state === 'asking') this.#phase = { ...this.#phase, afterwards: undefined };
    this.owner.onGo(this.#clamp(step));
  }

  /** Moves by so many steps from the step that the reader last asked for. */
  move(by: number): void {
    this.go(this.#wanted() + by);
  }

  /** Whether moves go by statements, and the current step is in one. */
  get inSource(): boolean {
    return this.address.byStatements && (this.#snapshot.source?.files.length ?? 0) > 0;
  }

  /** Whether Next and Previous go by statements: wherever execution comes to one, also from a frame without source. */
  get byStatements(): boolean {
    return this.address.byStatements && (this.#snapshot.source?.stopCount ?? 0) > 0;
  }

  /**
   * Where the buttons lead from the step shown. Next and Previous go along one list of steps, so that they are inverse
   * to each other at each of them: all steps, or by statements the stops between the first step and the last one, with
   * the step beside them to which the reader went in another way.
   */
  moves(): Moves {
    const { state, source, total } = this.#snapshot;
    if (state === undefined) return {};
    const { step, go } = state;
    const isFirst = step === 0;
    const isLast = step === total - 1;
    if (!this.byStatements || source === undefined) {
      return present({ next: isLast ? undefined : step + 1, previous: isFirst ? undefined : step - 1, ...go });
    }
    const { next = isLast ? undefined : total - 1, previous = isFirst ? undefined : 0, ...moves } = source.moves;
    const aside = this.#aside ?? step;
    return present({
      ...(this.inSource ? moves : go),
      next: next !== undefined && aside > step ? Math.min(next, aside) : next,
      previous: previous !== undefined && aside < step ? Math.max(previous, aside) : previous,
    });
  }

  /** Goes by a button or its key; while a step is on its way, from there. */
  take(move: keyof Moves): void {
    if (!this.byStatements && (move === 'next' || move === 'previous')) {
      this.move(move === 'next' ? 1 : -1);
      return;
    }
    if (this.#phase.state === 'asking') {
      this.#phase = { ...this.#phase, afterwards: move };
      return;
    }
    const moves = this.moves();
    // Over a statement that calls nothing is to the next one.
    const step = moves[move] ?? (move === 'over' && this.inSource ? moves.next : undefined);
    if (step !== undefined) this.go(step);
  }

  /** Goes to where a row begins. A row that began without a step leads nowhere, or with `orStart` to the first step. */
  async goToRow(row: RowIndex, orStart = false): Promise<void> {
    this.#isGoing = true;
    const step = await this.#stepOf(this.api.stepOfRow(this.handle, row));
    if (!this.#isClosed() && (step !== undefined || orStart)) this.go(step ?? 0);
  }

  /** Moves to the next or the previous instruction of that name and returns whether there is one. */
  async find(name: string, forward: boolean): Promise<boolean> {
    const from = this.#snapshot.state?.step ?? -1;
    const step = await this.#stepOf(this.api.findStep(this.handle, name, from, forward));
    if (step !== undefined) this.go(step);
    return step !== undefined;
  }

  /** Runs to the nearest breakpoint; whether there is one in that direction. */
  async run(breakpoints: Breakpoints, forward: boolean): Promise<boolean> {
    const from = this.#snapshot.state?.step ?? -1;
    const step = await this.#stepOf(this.api.findBreak(this.handle, breakpoints, from, forward));
    if (step !== undefined) this.go(step);
    return step !== undefined;
  }

  /** A file of the trace with its text. It is asked for once; one that could not be had, again. */
  async file(id: number | undefined): Promise<OpenFile | undefined> {
    const kept = id === undefined ? undefined : this.#files.get(id);
    if (id === undefined || kept !== undefined) return kept;
    const answer = await this.api.stepFile(this.handle, id);
    if (answer.ok && answer.value !== undefined) this.#files.set(id, answer.value);
    return answer.ok ? answer.value : undefined;
  }

  /** The step the reader wants to be at by now. */
  #wanted(): number {
    return this.#clamp(this.address.step ?? this.#snapshot.state?.step ?? 0);
  }

  #clamp(step: number): number {
    const { total } = this.#snapshot;
    return Math.max(0, total === 0 ? step : Math.min(step, total - 1));
  }

  #isClosed(): boolean {
    return this.#phase.state === 'closed';
  }

  /** The step of the error, else of the first statement. */
  async #startInSource(error: number): Promise<number | undefined> {
    if (error >= 0) return error;
    const first = await this.#answerOf(this.api.sourceAt(this.handle, 0));
    return first?.ok ? first.value.moves.next : undefined;
  }

  async #stepOf(question: Promise<Result<number | undefined, Failure>>): Promise<number | undefined> {
    const answer = await this.#answerOf(question);
    return answer?.ok ? answer.value : undefined;
  }

  /** The answer, undefined when the question was rejected. */
  async #answerOf<T>(question: Promise<T>): Promise<T | undefined> {
    try {
      return await question;
    } catch (error) {
      this.onCrash(error);
      return undefined;
    }
  }

  /** Shows a step as soon as it can be had. */
  #want(step: number): void {
    const wanted = this.#clamp(step);
    switch (this.#phase.state) {
      case 'opening': // `open` looks at the address once the execution has ended
        void this.#reach(wanted);
        return;
      case 'closed':
        return;
      case 'asking':
        this.#phase = { state: 'asking', next: wanted };
        return;
      case 'resting':
        void this.#ask(wanted);
    }
  }

  /** Shows a step of the execution that is still under way. */
  async #reach(step: number): Promise<void> {
    const reached = await this.#answerOf(this.api.reachedStep(this.handle, step));
    if (reached === undefined || this.#phase.state !== 'opening' || this.#wanted() !== step) return;
    this.#change({ ...reached, before: this.#snapshot.state, isUnchecked: true });
  }

  async #ask(step: number, move?: keyof Moves): Promise<void> {
    this.#phase = { state: 'asking', afterwards: move };
    const isInSource = this.#snapshot.sources.state === 'here';
    const answers = await this.#answerOf(
      Promise.all([this.api.stateAt(this.handle, step), isInSource ? this.api.sourceAt(this.handle, step) : undefined]),
    );
    if (this.#phase.state !== 'asking') return;
    const { next, afterwards } = this.#phase;
    this.#phase = { state: 'resting' };
    if (answers === undefined) return;
    const [answer, source] = answers;
    if (answer.ok) this.#show(answer.value, source?.ok ? source.value : undefined);
    else this.#change({ failure: answer.error });
    if (next !== undefined) await this.#ask(next, afterwards);
    else if (afterwards !== undefined && answer.ok) this.take(afterwards);
  }

  #show(state: StepState, source: StepSource | undefined): void {
    const { state: shown } = this.#snapshot;
    const isEnd = state.step === 0 || state.step === this.#snapshot.total - 1;
    if (source?.isStop === false && !isEnd) this.#aside = state.step;
    // Sources that came for the same step change nothing of the machine.
    const isSame = shown?.step === state.step;
    this.#change({ state, ...(!isSame && { before: shown }), source, failure: undefined, isUnchecked: false });
  }

  #change(part: Partial<DebuggerSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part };
    for (const listener of this.#listeners) listener();
  }
}

function present(moves: { [Move in keyof Moves]: number | undefined }): Moves {
  return Object.fromEntries(Object.entries(moves).filter(([, step]) => step !== undefined));
}
