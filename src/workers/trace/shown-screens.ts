/** Kept traces that the page shows by their first screen while the code for traces is loaded. */
import type { TraceHandle } from '../ids';

type Shown = {
  /** Settles once the open traces answer for the handle, or cannot be loaded. */
  ready: Promise<unknown>;
  /** Ends the reading of the trace. */
  end: AbortController;
};

export class ShownScreens {
  private readonly shown = new Map<TraceHandle, Shown>();

  /** Makes calls for the handle wait until `ready` has settled. */
  add(handle: TraceHandle, ready: Promise<unknown>, end: AbortController): void {
    this.shown.set(handle, { ready, end });
    const forget = () => this.shown.delete(handle);
    ready.then(forget, forget);
  }

  /** Resolves once the open traces answer for the handle; at once for a handle that is not shown by its first screen. */
  async ready(handle: TraceHandle): Promise<void> {
    await this.shown.get(handle)?.ready.catch(() => {}); // who opened the trace reports the failure
  }

  close(handle: TraceHandle): void {
    this.shown.get(handle)?.end.abort();
  }
}
