import { vi } from 'vitest';

/** Waits until `check` no longer throws, as long as `expect.poll` does: what a busy machine may need, ms. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000 });
}
