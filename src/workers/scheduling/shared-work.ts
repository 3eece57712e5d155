/** Work that several jobs wait for: it is done once, and ends when the last of them was cancelled. */
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { CompileProgress } from '../compiler/compiler.api';

type OnProgress = (progress: CompileProgress) => void;

export class SharedWork<T> {
  private readonly controller = new AbortController();
  private readonly listeners = new Set<OnProgress>();
  private result: Promise<Result<T, Failure>> | undefined;
  private waiting = 0;

  /** True once nobody waits: whoever asks from then on begins new work. */
  get ended(): boolean {
    return this.controller.signal.aborted;
  }

  /** Begins `work`, or joins it. Rejects with the reason of `signal` when that is aborted first. */
  async wait(
    signal: AbortSignal,
    onProgress: OnProgress | undefined,
    work: (signal: AbortSignal, onProgress: OnProgress) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    signal.throwIfAborted();
    this.waiting++;
    if (onProgress) this.listeners.add(onProgress);
    this.result ??= work(this.controller.signal, (progress) => {
      for (const listener of this.listeners) listener(progress);
    });
    let stop = () => {};
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([this.result, aborted]);
    } finally {
      signal.removeEventListener('abort', stop);
      if (onProgress) this.listeners.delete(onProgress);
      this.waiting--;
      if (this.waiting === 0) this.controller.abort();
    }
  }
}
