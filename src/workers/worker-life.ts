/**
 * The life of one worker: started by its first call, started again after it
 * died, and never silent. A worker died when it reports an error, when a
 * message cannot be read, when it lets go of its lock (life-lock.ts), or, where
 * there are no locks, when calls wait and it does not answer a heartbeat.
 * Waiting calls are then rejected, because nothing else would settle them.
 */
import { proxy, type Remote, releaseProxy, wrap } from 'comlink';
import { webLocks } from './life-lock';

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
  /** Makes the first calls that every new worker needs; their results are not awaited. */
  prepare: (call: Call) => void;
  /** Called after a worker died. `restarted` is false when it dies over and over: then the next call tries again. */
  onDeath: (reason: string, restarted: boolean) => void;
  /** Milliseconds between heartbeats while calls wait, and how long one may go unanswered. */
  heartbeat?: { interval: number; patience: number };
};

/** Calls a method, `service.method`. Functions among `args` are proxied. */
export type Call = (method: string, args: readonly unknown[]) => Promise<unknown>;

export type Life = { call: Call; end(): void };

/** The services of a worker, and their methods, by name. */
type Services = Remote<object> & Readonly<Record<string, Readonly<Record<string, Method>>>>;
type Method = (...args: unknown[]) => Promise<unknown>;

type Instance = {
  worker: WorkerLike;
  remote: Services;
  /** Rejects of the calls that wait. */
  waiting: Set<(error: Error) => void>;
  /** Whether it ever answered a call. */
  answered: boolean;
  /** Whether it must answer heartbeats. With a lock it need not: one that only works for long is alive. */
  beats: boolean;
  timer?: ReturnType<typeof setTimeout>;
  /** Aborted when it is ended: nobody waits for its lock any more. */
  ended: AbortController;
};

/** A worker that died more often than this within the time, milliseconds, is not started again unasked. */
const MAX_DEATHS = 3;
const DEATHS_REMEMBERED = 60_000;

export function createLife({
  spawn,
  prepare,
  onDeath,
  heartbeat = { interval: 5_000, patience: 30_000 },
}: LifeOptions): Life {
  let current: Instance | undefined;
  let deaths: number[] = [];

  function start(): Instance {
    const worker = spawn();
    const remote = wrap(worker) as Services;
    const instance: Instance = {
      worker,
      remote,
      waiting: new Set(),
      answered: false,
      beats: webLocks() === undefined,
      ended: new AbortController(),
    };
    current = instance;
    worker.addEventListener('error', (event) => die(instance, reasonOf(event)));
    worker.addEventListener('messageerror', () => die(instance, 'an answer could not be read'));
    prepare((method, args) => callOn(instance, method, args));
    // Where locks are forbidden, heartbeats tell.
    waitForEnd(instance).catch(() => {
      instance.beats = true;
      beat(instance);
    });
    return instance;
  }

  /** Waits for the lock that the worker holds, and tells that it died when it is let go. */
  async function waitForEnd(instance: Instance): Promise<void> {
    const locks = webLocks();
    if (locks === undefined) return;
    const name: unknown = await instance.remote.lifeLock;
    if (typeof name !== 'string') throw new Error('The worker holds no lock.');
    if (instance !== current) return;
    await locks.request(name, { signal: instance.ended.signal }, () => die(instance, 'it ended'));
  }

  function stop(instance: Instance, reason: string): void {
    current = undefined;
    clearTimeout(instance.timer);
    instance.ended.abort();
    const error = new WorkerStoppedError(`The worker stopped (${reason}).`);
    for (const reject of instance.waiting) reject(error);
    instance.waiting.clear();
    instance.worker.terminate();
  }

  function die(instance: Instance, reason: string): void {
    if (instance !== current) return;
    stop(instance, reason);
    const now = Date.now();
    deaths = [...deaths.filter((at) => at > now - DEATHS_REMEMBERED), now];
    const restart = instance.answered && deaths.length <= MAX_DEATHS;
    if (restart) start();
    onDeath(reason, restart);
  }

  function callOn(instance: Instance, method: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      instance.waiting.add(reject);
      const settle = () => {
        instance.waiting.delete(reject);
        instance.answered = true;
      };
      const sent = args.map((arg) => (typeof arg === 'function' ? proxy(arg) : arg));
      const [service, name] = method.split('.');
      instance.remote[service][name](...sent).then(
        (value) => {
          settle();
          resolve(value);
        },
        (error: unknown) => {
          settle();
          reject(error);
        },
      );
      beat(instance);
    });
  }

  function beat(instance: Instance): void {
    if (instance.beats && instance === current)
      instance.timer ??= setTimeout(() => watch(instance), heartbeat.interval);
  }

  /** Sends a heartbeat while calls wait: reading any property of an exposed object is answered by a living worker. */
  function watch(instance: Instance): void {
    delete instance.timer;
    if (instance !== current || instance.waiting.size === 0) return;
    const silent = setTimeout(() => die(instance, 'it did not answer'), heartbeat.patience);
    Promise.resolve(instance.remote.heartbeat).then(
      () => {
        clearTimeout(silent);
        beat(instance);
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
