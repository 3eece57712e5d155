/**
 * The life of one worker: started by its first call, started again after it
 * died, and never silent. A worker died when it reports an error, when a
 * message cannot be read, or when calls wait and it does not answer a beat.
 * Calls that wait are then rejected, because nobody else would settle them.
 */
import { proxy, type Remote, releaseProxy, wrap } from 'comlink';

/** What a life needs of a Worker; tests give a message port. */
export type WorkerLike = {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  terminate(): void;
};

/** A call was lost with the worker it was made to. `name` is what to compare: the class may exist twice. */
export class WorkerStoppedError extends Error {
  override readonly name = 'WorkerStoppedError';
}

export type LifeOptions = {
  spawn: () => WorkerLike;
  /** Makes the calls every new worker needs first; their results are awaited by nobody. */
  prepare: (call: Call) => void;
  /** Called after a worker died. `restarted` is false when it dies over and over: then the next call tries again. */
  onDeath: (reason: string, restarted: boolean) => void;
  /** Milliseconds between beats while calls wait, and how long a beat may go unanswered. */
  beat?: { interval: number; patience: number };
};

/** Calls a method of the worker's contract. Functions among `args` are proxied. */
export type Call = (method: string, args: readonly unknown[]) => Promise<unknown>;

export type Life = { call: Call; end(): void };

/** A method of a remote object, by name. */
type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

type Generation = {
  worker: WorkerLike;
  remote: Remote<Methods>;
  /** Rejects of the calls that wait. */
  waiting: Set<(error: Error) => void>;
  /** Whether it ever answered a call. */
  answered: boolean;
  timer?: ReturnType<typeof setTimeout>;
};

/** A worker that died more often than this within the time, milliseconds, is not started again unasked. */
const toleratedDeaths = 3;
const rememberDeaths = 60_000;

export function createLife({
  spawn,
  prepare,
  onDeath,
  beat = { interval: 5_000, patience: 30_000 },
}: LifeOptions): Life {
  let current: Generation | undefined;
  let deaths: number[] = [];

  function start(): Generation {
    const worker = spawn();
    const generation: Generation = { worker, remote: wrap<Methods>(worker), waiting: new Set(), answered: false };
    current = generation;
    worker.addEventListener('error', (event) => die(generation, reasonOf(event)));
    worker.addEventListener('messageerror', () => die(generation, 'an answer could not be read'));
    prepare((method, args) => callOn(generation, method, args));
    return generation;
  }

  function stop(generation: Generation, reason: string): void {
    current = undefined;
    clearTimeout(generation.timer);
    const error = new WorkerStoppedError(`The worker stopped (${reason}).`);
    for (const reject of generation.waiting) reject(error);
    generation.waiting.clear();
    generation.worker.terminate();
  }

  function die(generation: Generation, reason: string): void {
    if (generation !== current) return;
    stop(generation, reason);
    const now = Date.now();
    deaths = [...deaths.filter((at) => at > now - rememberDeaths), now];
    const restart = generation.answered && deaths.length <= toleratedDeaths;
    if (restart) start();
    onDeath(reason, restart);
  }

  function callOn(generation: Generation, method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      generation.waiting.add(reject);
      const settle = () => {
        generation.waiting.delete(reject);
        generation.answered = true;
      };
      const sent = args.map((arg) => (typeof arg === 'function' ? proxy(arg) : arg));
      generation.remote[method](...sent).then(
        (value) => {
          settle();
          resolve(value);
        },
        (error: unknown) => {
          settle();
          reject(error);
        },
      );
      generation.timer ??= setTimeout(() => watch(generation), beat.interval);
    });
  }

  /** Sends a beat while calls wait: reading any property of an exposed object is answered by a living worker. */
  function watch(generation: Generation): void {
    delete generation.timer;
    if (generation !== current || generation.waiting.size === 0) return;
    const silent = setTimeout(() => die(generation, 'it did not answer'), beat.patience);
    Promise.resolve(generation.remote.beat).then(
      () => {
        clearTimeout(silent);
        if (generation === current) generation.timer ??= setTimeout(() => watch(generation), beat.interval);
      },
      () => clearTimeout(silent),
    );
  }

  return {
    call: (method, args) => callOn(current ?? start(), method, args),
    end() {
      if (current === undefined) return;
      current.remote[releaseProxy]();
      stop(current, 'it was ended');
    },
  };
}

function reasonOf(event: Event): string {
  const { message } = event as Event & { message?: unknown };
  return typeof message === 'string' && message !== '' ? message.slice(0, 300) : 'its script could not be loaded';
}
