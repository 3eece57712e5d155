/// <reference types="vite/client" />
/** Hands the worker that writes and reads an index to the bench. */
import { type Remote, wrap } from 'comlink';
import type { ChainIndexWorker } from './chain-index.worker';

declare global {
  interface Window {
    chainIndex: Remote<ChainIndexWorker>;
  }
}

window.chainIndex = wrap<ChainIndexWorker>(
  new Worker(new URL('./chain-index.worker.ts', import.meta.url), { type: 'module' }),
);
