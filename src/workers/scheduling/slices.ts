/**
 * Long work in slices, so that a worker goes on answering and sees that it was cancelled. How many steps of the EVM one
 * slice takes stands where they run, `trace/replay/run-to-end.ts`.
 */

import type { Progress } from '../ids';
import { nextTurn } from './next-turn';

/** How long work may go on before it lets others in, milliseconds. */
const SLICE_MS = 40;
/** Progress is reported at most this often, milliseconds. */
const REPORT_EVERY_MS = 100;

export type Slices = {
  /** Lets waiting messages in when the slice is over; throws the signal's reason when the job was cancelled. */
  pause(): Promise<void>;
  /** Reports progress, when it is due. */
  report(progress: Progress): void;
};

export function createSlices(signal: AbortSignal, onProgress?: (progress: Progress) => void): Slices {
  let sliceStart = performance.now();
  let reported = Number.NEGATIVE_INFINITY;
  return {
    async pause() {
      if (performance.now() - sliceStart > SLICE_MS) {
        await nextTurn();
        sliceStart = performance.now();
      }
      signal.throwIfAborted();
    },
    report(progress) {
      const now = performance.now();
      if (onProgress === undefined || now - reported < REPORT_EVERY_MS) return;
      reported = now;
      onProgress(progress);
    },
  };
}
