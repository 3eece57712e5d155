/** The time between two steps of a loop. It can be cut short, and ends at once when the loop is stopped. */
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

  /** Ends the wait that is under way, if there is one. */
  wake(): void {
    this.wakeUp();
  }
}
