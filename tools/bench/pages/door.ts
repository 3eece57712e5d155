/// <reference types="vite/client" />
/** Hands the worker that asks an endpoint to the bench. */
import { type Remote, wrap } from 'comlink';
import type { DoorWorker } from './door.worker';

declare global {
  interface Window {
    door: Remote<DoorWorker>;
  }
}

window.door = wrap<DoorWorker>(new Worker(new URL('./door.worker.ts', import.meta.url), { type: 'module' }));
