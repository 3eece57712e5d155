/**
 * The replay of an open trace: at hand, on its way, or to be made when it is
 * first asked for (from what was kept, or with the network).
 */
import type { Replay } from '../../../core/replay/replay';
import type { Failure } from '../../../core/values/failure';
import { mayPass } from '../../../net/rpc/endpoint-failures';
import { nextTurn } from '../../scheduling/next-turn';
import type { ReplayAttempt } from './replay-method';

/** Called between slices of an execution. */
export type OnSlice = (replay: Replay) => Promise<void>;

type Waiting = { step: number; resolve: (replay: Replay) => void };

export class LazyReplay {
  private attempt: Promise<ReplayAttempt> | undefined;
  /** The execution between two of its slices, while it runs. */
  private running: Replay | undefined;
  /** Those who wait for steps of it. */
  private waiting: Waiting[] = [];

  /** `make` may call `onSlice`, so that steps can be had before the end. */
  constructor(
    private readonly make: (onSlice: OnSlice) => Promise<ReplayAttempt>,
    private readonly controller: AbortController,
  ) {}

  /** Waits for it, or begins it. One that threw, or failed for a reason that may pass, is tried again next time. */
  get(): Promise<ReplayAttempt> {
    if (this.attempt === undefined) {
      const attempt = this.make((replay) => this.answer(replay));
      this.attempt = attempt;
      const forget = () => {
        this.running = undefined;
        this.attempt = undefined;
      };
      attempt.then((ended) => {
        this.running = undefined;
        if (!ended.replayed && mayDoBetter(ended.failure)) forget();
      }, forget);
    }
    return this.attempt;
  }

  /**
   * Resolves with the execution once it came past `step`, while it runs: nothing is compared yet. Undefined where it ends
   * before that. Begins it where nobody did.
   */
  past(step: number): Promise<Replay | undefined> {
    const { running } = this;
    if (running !== undefined && step < running.steps.length) return Promise.resolve(running);
    const reached = new Promise<Replay>((resolve) => this.waiting.push({ step, resolve }));
    const nothing = () => undefined; // why it failed is told to who waits for the end
    return Promise.race([reached, this.get().then(nothing, nothing)]);
  }

  /** Answers who waits for steps that the execution came past, and lets them read the machine before it goes on. */
  private async answer(replay: Replay): Promise<void> {
    this.running = replay;
    const isReached = ({ step }: Waiting) => step < replay.steps.length;
    const reached = this.waiting.filter(isReached);
    if (reached.length === 0) return;
    this.waiting = this.waiting.filter((waiting) => !isReached(waiting));
    for (const { resolve } of reached) resolve(replay);
    await nextTurn();
  }

  /** Aborted when no caller waits for it. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Ends it where it runs. */
  end(): void {
    this.controller.abort();
  }
}

/** Whether another attempt may do better. One that was cancelled stays so. */
function mayDoBetter(failure: Failure): boolean {
  return failure.code !== 'cancelled' && mayPass(failure);
}
