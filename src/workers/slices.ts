/** Long work in slices, so that a worker goes on answering and sees that it was cancelled. */

import type { Progress } from './ids';
import { after } from './wait';

/** How long work may go on before it lets others in, milliseconds. */
const slice = 40;
/** Progress is told at most this often, milliseconds. */
const TELL_EVERY = 100;

export type Pace = {
  /** Lets waiting messages in when the slice is over; throws the signal's reason when it was cancelled meanwhile. */
  pause(): Promise<void>;
  /** Tells progress, when it is due. */
  tell(progress: Progress): void;
};

export function createPace(signal: AbortSignal, onProgress?: (progress: Progress) => void): Pace {
  let sliceStart = performance.now();
  let told = Number.NEGATIVE_INFINITY;
  return {
    async pause() {
      if (performance.now() - sliceStart > slice) {
        await after(0);
        sliceStart = performance.now();
      }
      signal.throwIfAborted();
    },
    tell(progress) {
      const now = performance.now();
      if (onProgress === undefined || now - told < TELL_EVERY) return;
      told = now;
      onProgress(progress);
    },
  };
}
