/// <reference types="vite/client" />
/** Hands the worker that fills, backs up and restores a profile to the bench. */
import { type Remote, wrap } from 'comlink';
import type { BackupWorker } from './backup.worker';

declare global {
  interface Window {
    backup: Remote<BackupWorker>;
  }
}

window.backup = wrap<BackupWorker>(new Worker(new URL('./backup.worker.ts', import.meta.url), { type: 'module' }));
