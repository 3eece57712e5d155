/// <reference types="vite/client" />
/** Hands the worker that executes to the bench. */
import { type Remote, wrap } from 'comlink';
import type { EvmWorker } from './evm.worker';

declare global {
  interface Window {
    evm: Remote<EvmWorker>;
  }
}

window.evm = wrap<EvmWorker>(new Worker(new URL('./evm.worker.ts', import.meta.url), { type: 'module' }));
