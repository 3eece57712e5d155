/** Kept traces that the page shows by their first screen while the code for traces is loaded and they are read. */
import type { TraceHandle } from '../ids';

type Shown = {
  /** Settles once the trace is read, or cannot be. */
  read: Promise<unknown>;
  /** Ends the reading of the trace. */
  end: AbortController;
};

export class ShownScreens {
  private readonly shown = new Map<TraceHandle, Shown>();

  /** Makes calls for the handle wait until `read` has settled. */
  add(handle: TraceHandle, read: Promise<unknown>, end: AbortController): void {
    this.shown.set(handle, { read, end });
    const forget = () => this.shown.delete(handle);
    read.then(forget, forget);
  }

  /** Resolves once the trace of the handle is read; at once where no first screen stands for it. */
  async read(handle: TraceHandle): Promise<void> {
    await this.shown.get(handle)?.read.catch(() => {}); // who opened the trace reports the failure
  }

  close(handle: TraceHandle): void {
    this.shown.get(handle)?.end.abort();
  }
}
