/**
 * Where the debugger stands: one step of the open trace, the machine before
 * it, and the machine that was shown before that, for marking what changed.
 *
 * Lives outside React. One question is on its way at a time; where the reader
 * goes on meanwhile, only the last wish counts.
 */
import type { Failure } from '../../../core/failure';
import type { Result } from '../../../core/result';
import type { RowIndex } from '../../../core/trace/rows';
import type { StepState, StepsApi } from '../../../workers/trace/steps.api';
import type { TraceHandle } from '../../../workers/trace/trace.api';

export type DebuggerApi = StepsApi<TraceHandle>;

export type DebuggerSnapshot = {
  /** Undefined until the first state came. */
  state: StepState | undefined;
  before: StepState | undefined;
  /** Steps of the transaction. */
  total: number;
  /** Why there is nothing to step through. */
  failure: Failure | undefined;
};

export class DebuggerModel {
  #snapshot: DebuggerSnapshot = { state: undefined, before: undefined, total: 0, failure: undefined };
  readonly #listeners = new Set<() => void>();
  #wanted: number | undefined;
  #busy = false;
  #closed = false;

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
    if (step !== undefined || row === undefined) this.go(step ?? 0);
    else await this.goToRow(row, true);
  }

  close(): void {
    this.#closed = true;
    this.#listeners.clear();
  }

  /** Goes to a step; beyond either end, to the end. */
  go(step: number): void {
    this.#wanted = Math.max(0, Math.min(step, this.#snapshot.total - 1));
    if (!this.#busy) void this.#fetch();
  }

  /** So many steps further than where the reader wants to be by now. */
  move(by: number): void {
    this.go((this.#wanted ?? this.#snapshot.state?.step ?? 0) + by);
  }

  up(): void {
    const { up } = this.#snapshot.state?.go ?? {};
    if (up !== undefined) this.go(up);
  }

  over(): void {
    const { over } = this.#snapshot.state?.go ?? {};
    if (over !== undefined) this.go(over);
  }

  /** Goes to where a row begins; where it began without a step, stays, or with `orStart` goes to the first step. */
  async goToRow(row: RowIndex, orStart = false): Promise<void> {
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

  async #ask(question: Promise<Result<number | undefined, Failure>>): Promise<number | undefined> {
    try {
      const answer = await question;
      return answer.ok ? answer.value : undefined;
    } catch (error) {
      if (!this.#closed) this.onCrash(error);
      return undefined;
    }
  }

  async #fetch(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#wanted !== undefined && !this.#closed) {
        const step = this.#wanted;
        const answer = await this.api.stateAt(this.handle, step);
        if (this.#closed) return;
        if (this.#wanted === step) this.#wanted = undefined;
        if (!answer.ok) {
          this.#change({ failure: answer.error });
          return;
        }
        this.#change({ state: answer.value, before: this.#snapshot.state, failure: undefined });
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
