/** One running compiler: a classic worker (public/compile.js) that loads soljson from a blob and can be ended. */
import { fail, ok, type Result } from '../../core/values/result';

export type RunError = {
  /** overflow: the compiler needs more stack than a worker has. */
  kind: 'overflow' | 'timeout' | 'cancelled' | 'broken';
  message: string;
};

export type Runner = {
  readonly longVersion: string;
  /** Standard JSON, both as UTF-8. */
  compile(input: Uint8Array, signal: AbortSignal, timeout: number): Promise<Result<Uint8Array, RunError>>;
  /** Asks the compiler for its version. */
  version(signal: AbortSignal): Promise<Result<string, RunError>>;
  end(): void;
};

type Answer = { output?: Uint8Array; version?: string; error?: { name: string; message: string } };

const VERSION_TIMEOUT = 60_000;

/** Starts nothing yet: soljson is loaded with the first question. After an error a runner is of no use any more. */
export function createRunner(longVersion: string, soljson: Uint8Array<ArrayBuffer>): Runner {
  const worker = new Worker('/compile.js', { name: `solc ${longVersion}` });
  const url = URL.createObjectURL(new Blob([soljson], { type: 'text/javascript' }));
  let isLoaded = false;

  function ask(input: Uint8Array | undefined, signal: AbortSignal, timeout: number): Promise<Result<Answer, RunError>> {
    return new Promise((resolve) => {
      const done = (result: Result<Answer, RunError>) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        if (!result.ok) end();
        resolve(result);
      };
      const abort = () => done(fail({ kind: 'cancelled', message: 'Cancelled.' }));
      const timer = setTimeout(() => done(fail({ kind: 'timeout', message: 'no answer in time' })), timeout);
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort);
      worker.onerror = (event) => {
        event.preventDefault();
        done(fail(errorOf({ name: '', message: event.message })));
      };
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        done(data.error === undefined ? ok(data) : fail(errorOf(data.error)));
      };
      worker.postMessage({ input, ...(isLoaded ? {} : { soljson: url }) });
      isLoaded = true;
    });
  }

  function end(): void {
    worker.terminate();
    URL.revokeObjectURL(url);
  }

  return {
    longVersion,
    async compile(input, signal, timeout) {
      const answer = await ask(input, signal, timeout);
      if (!answer.ok) return answer;
      const { output } = answer.value;
      return output === undefined ? fail({ kind: 'broken', message: 'it gave no output' }) : ok(output);
    },
    async version(signal) {
      const answer = await ask(undefined, signal, VERSION_TIMEOUT);
      return answer.ok ? ok(answer.value.version ?? '') : answer;
    },
    end,
  };
}

/** Emscripten reports an exhausted stack as a RangeError, or as text where it was caught on the way. */
function errorOf({ name, message }: { name: string; message: string }): RunError {
  const overflow = name === 'RangeError' || /call stack size|stack overflow|too much recursion/i.test(message);
  return { kind: overflow ? 'overflow' : 'broken', message: message.slice(0, 500) };
}
