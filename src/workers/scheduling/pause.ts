/** A loop and the time between two of its passes. It can be cut short, and ends at once when the loop is stopped. */
export class Pause {
  private wakeUp: () => void = () => {};

  constructor(private readonly stopped: AbortSignal) {}

  /** Resolves after that time, milliseconds, or when it is woken. */
  for(milliseconds: number): Promise<void> {
    if (this.stopped.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * Makes passes until the loop is stopped. A pass returns the milliseconds to wait before the next one, 0 for none. One
   * that throws does not end the loop, for it may have needed a part of the app that could not be loaded just then: what
   * it threw is logged, and the next pass comes `afterFailure` milliseconds later.
   */
  async repeat(pass: () => Promise<number>, afterFailure: number): Promise<void> {
    while (!this.stopped.aborted) {
      const milliseconds = await pass().catch((thrown: unknown) => {
        // biome-ignore lint/suspicious/noConsole: no caller waits for a pass, so nobody else tells of a bug in one
        console.error(thrown);
        return afterFailure;
      });
      if (milliseconds > 0) await this.for(milliseconds);
    }
  }

  /** Ends the wait that is under way, if there is one. */
  wake(): void {
    this.wakeUp();
  }
}
