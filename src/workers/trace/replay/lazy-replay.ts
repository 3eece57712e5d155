/**
 * The replay of an open trace: at hand, on its way, or to be made when it is
 * first asked for (from what was kept, or with the network).
 */
import type { Replay } from '../../../core/replay/replay';
import type { Failure } from '../../../core/values/failure';
import { mayPass } from '../../../net/rpc/endpoint-failures';
import type { ReplayAttempt } from './replay-method';

/** What a replay tells while it is made. */
export type Making = {
  /** Its execution, before the first step. */
  onBegun(running: Replay): void;
  /** It got further. */
  onFurther(): void;
};

export class LazyReplay {
  private attempt: Promise<ReplayAttempt> | undefined;
  private isBeingMade = false;
  private running: Replay | undefined;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly make: (making: Making) => Promise<ReplayAttempt>,
    private readonly controller: AbortController,
  ) {}

  /** Waits for it, or begins it. One that threw, or failed for a reason that may pass, is tried again next time. */
  get(): Promise<ReplayAttempt> {
    this.attempt ??= this.begin();
    return this.attempt;
  }

  private async begin(): Promise<ReplayAttempt> {
    let mayPass = true;
    this.isBeingMade = true;
    try {
      const ended = await this.make({
        onBegun: (running) => {
          this.running = running;
          this.tellWaiting();
        },
        onFurther: () => this.tellWaiting(),
      });
      mayPass = !ended.replayed && mayDoBetter(ended.failure);
      return ended;
    } finally {
      if (mayPass) this.attempt = undefined;
      this.isBeingMade = false;
      this.running = undefined;
      this.tellWaiting();
    }
  }

  /**
   * Begins it, and returns what `answer` finds in its execution while it runs: asked again whenever it got further, until it
   * finds something. Undefined where it ended without, and where it was made before.
   */
  async soFar<T>(answer: (running: Replay) => T | undefined): Promise<T | undefined> {
    this.get().catch(() => undefined); // told to whoever asks for all of it
    while (this.isBeingMade) {
      const found = this.running && answer(this.running);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    return undefined;
  }

  private tellWaiting(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
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
