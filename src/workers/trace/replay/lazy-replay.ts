/**
 * The replay of an open trace: at hand, on its way, or to be made when it is
 * first asked for (from what was kept, or with the network).
 */
import type { Failure } from '../../../core/values/failure';
import { mayPass } from '../../../net/rpc/endpoint-failures';
import type { ReplayAttempt } from './replay-method';

export class LazyReplay {
  private attempt: Promise<ReplayAttempt> | undefined;

  constructor(
    private readonly make: () => Promise<ReplayAttempt>,
    private readonly controller: AbortController,
  ) {}

  /** Waits for it, or begins it. One that threw, or failed for a reason that may pass, is tried again next time. */
  get(): Promise<ReplayAttempt> {
    if (this.attempt === undefined) {
      const attempt = this.make();
      this.attempt = attempt;
      const forget = () => {
        this.attempt = undefined;
      };
      attempt.then((ended) => {
        if (!ended.replayed && mayDoBetter(ended.failure)) forget();
      }, forget);
    }
    return this.attempt;
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
