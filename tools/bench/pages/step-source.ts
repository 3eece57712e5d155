/// <reference types="vite/client" />
/** Hands the worker that fetches and executes to the bench. */
import { type Remote, wrap } from 'comlink';
import type { StepSourceWorker } from './step-source.worker';

declare global {
  interface Window {
    stepSource: Remote<StepSourceWorker>;
  }
}

window.stepSource = wrap<StepSourceWorker>(
  new Worker(new URL('./step-source.worker.ts', import.meta.url), { type: 'module' }),
);
