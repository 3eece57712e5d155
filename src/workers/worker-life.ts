/**
 * The life of one worker: started by its first call, started again after it
 * died, and never silent. A worker died when it reports an error, when a
 * message cannot be read, when it lets go of its lock (life-lock.ts), or, where
 * there are no locks, when calls wait and it does not answer a heartbeat.
 * Waiting calls are then rejected, because nothing else would settle them.
 */
import { proxy, type Remote, releaseProxy, wrap } from 'comlink';
import { webLocks } from './life-lock';

/** The part of Worker that a life needs; tests give a message port. */
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

const HEARTBEAT = { interval: 5_000, patience: 30_000 };

export class WorkerLife {
  readonly #options: LifeOptions;
  #current: Instance | undefined;
  #ended = false;
  /** When the worker died, milliseconds since the epoch, as far as it is remembered. */
  #deaths: number[] = [];

  constructor(options: LifeOptions) {
    this.#options = options;
  }

  /** Calls a method of the worker, and starts the worker where none runs. */
  readonly call: Call = (method, args) => {
    if (this.#ended) return new Promise(() => {});
    return this.#callOn(this.#current ?? this.#start(), method, args);
  };

  /** Ends the worker for good, when the page goes away: neither calls that wait nor later ones are ever settled. */
  end(): void {
    this.#ended = true;
    const instance = this.#current;
    if (instance === undefined) return;
    instance.waiting.clear();
    instance.remote[releaseProxy]();
    this.#stop(instance, 'it was ended');
  }

  #start(): Instance {
    const worker = this.#options.spawn();
    const remote = wrap(worker) as Services;
    const instance: Instance = {
      worker,
      remote,
      waiting: new Set(),
      answered: false,
      beats: webLocks() === undefined,
      ended: new AbortController(),
    };
    this.#current = instance;
    worker.addEventListener('error', (event) => this.#die(instance, reasonOf(event)));
    worker.addEventListener('messageerror', () => this.#die(instance, 'an answer could not be read'));
    this.#options.prepare((method, args) => this.#callOn(instance, method, args));
    // Where locks are forbidden, heartbeats tell.
    this.#waitForEnd(instance).catch(() => {
      instance.beats = true;
      this.#beat(instance);
    });
    return instance;
  }

  /** Waits for the lock that the worker holds, and tells that it died when it is let go. */
  async #waitForEnd(instance: Instance): Promise<void> {
    const locks = webLocks();
    if (locks === undefined) return;
    const name: unknown = await instance.remote.lifeLock;
    if (typeof name !== 'string') throw new Error('The worker holds no lock.');
    if (instance !== this.#current) return;
    await locks.request(name, { signal: instance.ended.signal }, () => this.#die(instance, 'it ended'));
  }

  #stop(instance: Instance, reason: string): void {
    this.#current = undefined;
    clearTimeout(instance.timer);
    instance.ended.abort();
    const error = new WorkerStoppedError(`The worker stopped (${reason}).`);
    for (const reject of instance.waiting) reject(error);
    instance.waiting.clear();
    instance.worker.terminate();
  }

  #die(instance: Instance, reason: string): void {
    if (instance !== this.#current) return;
    this.#stop(instance, reason);
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((at) => at > now - DEATHS_REMEMBERED), now];
    const restart = instance.answered && this.#deaths.length <= MAX_DEATHS;
    if (restart) this.#start();
    this.#options.onDeath(reason, restart);
  }

  #callOn(instance: Instance, method: string, args: readonly unknown[]): Promise<unknown> {
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
      this.#beat(instance);
    });
  }

  #beat(instance: Instance): void {
    if (!instance.beats || instance !== this.#current) return;
    const { interval } = this.#options.heartbeat ?? HEARTBEAT;
    instance.timer ??= setTimeout(() => this.#watch(instance), interval);
  }

  /** Sends a heartbeat while calls wait: reading any property of an exposed object is answered by a living worker. */
  #watch(instance: Instance): void {
    delete instance.timer;
    if (instance !== this.#current || instance.waiting.size === 0) return;
    const { patience } = this.#options.heartbeat ?? HEARTBEAT;
    const silent = setTimeout(() => this.#die(instance, 'it did not answer'), patience);
    Promise.resolve(instance.remote.heartbeat).then(
      () => {
        clearTimeout(silent);
        this.#beat(instance);
      },
      () => clearTimeout(silent),
    );
  }
}

function reasonOf(event: Event): string {
  const { message } = event as Event & { message?: unknown };
  return typeof message === 'string' && message !== '' ? message.slice(0, 300) : 'its script could not be loaded';
}
