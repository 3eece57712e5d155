/** Starts programs for tests that call `vm.ffi`: the reader has said `--ffi`. */

import { spawnSync } from 'node:child_process';
import type { StartProcess } from '../../src/core/testing/host';

/** Exit code that forge tells of a program that a signal ended. */
const BY_SIGNAL = 69;
const MAX_BYTES = 256 * 1024 * 1024;
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory (os error 2)',
  EACCES: 'Permission denied (os error 13)',
};

/** Returns what starts a program in the folder, without a shell and without input, and waits for it. */
export function processesIn(folder: string): StartProcess {
  return ([program = '', ...given], environment) => {
    const ended = spawnSync(program, given, {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: MAX_BYTES,
    });
    const { status, stdout, stderr } = ended;
    const error = ended.error as NodeJS.ErrnoException | undefined;
    if (error !== undefined) return { ok: false, error: REASONS[error.code ?? ''] ?? error.message };
    return { ok: true, value: { exitCode: status ?? BY_SIGNAL, stdout, stderr } };
  };
}
