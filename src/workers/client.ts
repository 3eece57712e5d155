/**
 * The page's side of the workers: one instance of each for the page, typed by
 * its contract. The page never sees a worker, only its methods, and what
 * happened to it as events.
 */
import { transfer } from 'comlink';
import type { RuntimeConfig } from '../core/config';
import type { AbiApi } from './abi/abi.api';
import type { CompilerApi, FrameRunner } from './compiler/compiler.api';
import type { CompileForTrace } from './contracts/contracts.api';
import type { EngineEvent, TraceApi } from './trace/trace.api';
import { createLife, type Life, type WorkerLike } from './worker-life';

export type WorkerName = 'trace' | 'abi' | 'compiler';

export type WorkersEvent =
  | EngineEvent
  /** The worker died and was started again: its open traces are gone. `message` is a sentence for the reader. */
  | { type: 'restarted'; worker: WorkerName; message: string }
  /** The worker could not be started, or stops over and over; the next call tries again. */
  | { type: 'stopped'; worker: WorkerName; message: string };

/** The trace engine as the page calls it; `configure`, `subscribe` and `setCompiler` of the contract are the client's. */
export type Engine = Omit<TraceApi, 'configure' | 'subscribe' | 'setCompiler'>;

/** The compiler worker as the page calls it. */
export type Compilers = Omit<CompilerApi, 'configure' | 'setFrame'>;

export type Workers = {
  /** Rejects with a WorkerStoppedError when the worker dies before it answers; the call can be made again. */
  readonly trace: Engine;
  readonly abi: AbiApi;
  readonly compiler: Compilers;
  /** Gives the engine its configuration, now and after each restart. Calls to `trace` before that wait for it. */
  configure(config: RuntimeConfig): void;
  /** Calls `listener` with every event from now on; returns how to stop. */
  subscribe(listener: (event: WorkersEvent) => void): () => void;
  /** Where compilers run that need more stack than a worker has. */
  setFrame(run: FrameRunner): void;
  /** Ends the workers. The next call would start them again. */
  end(): void;
};

export type Spawn = Readonly<Record<WorkerName, () => WorkerLike>>;

const spawnWorkers: Spawn = {
  trace: () => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'trace' }),
  abi: () => new Worker(new URL('./abi/abi.worker.ts', import.meta.url), { type: 'module', name: 'abi' }),
  compiler: () =>
    new Worker(new URL('./compiler/compiler.worker.ts', import.meta.url), { type: 'module', name: 'compiler' }),
};

const readerName: Readonly<Record<WorkerName, string>> = {
  trace: 'trace engine',
  abi: 'ABI engine',
  compiler: 'compiler',
};

/** The workers of this page; `spawn` and `beat` are for tests. */
export function createWorkers(spawn: Spawn = spawnWorkers, beat?: { interval: number; patience: number }): Workers {
  const listeners = new Set<(event: WorkersEvent) => void>();
  const emit = (event: WorkersEvent) => {
    for (const listener of listeners) listener(event);
  };
  let setConfig: (config: RuntimeConfig) => void = () => {};
  let configured = new Promise<RuntimeConfig>((resolve) => {
    setConfig = resolve;
  });
  let isConfigured = false;
  let frame: FrameRunner | undefined;
  let usesCompiler = false;

  const lifeOf = (worker: WorkerName, prepare: Parameters<typeof createLife>[0]['prepare']): Life =>
    createLife({
      spawn: spawn[worker],
      prepare,
      onDeath: (_reason, restarted) => emit(deathEvent(worker, restarted)),
      ...(beat === undefined ? {} : { beat }),
    });

  /** The trace worker compiles through the page: only there the other worker is known. Bytes are handed on, not copied. */
  const compileForTrace: CompileForTrace = async (job, request, onProgress) => {
    const output = (await lives.compiler.call('compile', [job, request, onProgress])) as Awaited<
      ReturnType<CompileForTrace>
    >;
    return output.ok ? transfer(output, [output.value.buffer]) : output;
  };
  const cancelCompilation = (job: string) => void lives.compiler.call('cancel', [job]).catch(() => {});

  const lives: Record<WorkerName, Life> = {
    trace: lifeOf('trace', (call) => {
      // Lost with a worker that dies at once; the calls of the page then say so.
      const ignore = () => {};
      call('subscribe', [emit]).catch(ignore);
      call('setCompiler', [compileForTrace, cancelCompilation]).catch(ignore);
      configured.then((config) => call('configure', [config])).catch(ignore);
    }),
    abi: lifeOf('abi', () => {}),
    compiler: lifeOf('compiler', (call) => {
      usesCompiler = true;
      const ignore = () => {};
      configured.then(({ thirdParties }) => call('configure', [thirdParties.compilers])).catch(ignore);
      if (frame !== undefined) call('setFrame', [frame]).catch(ignore);
    }),
  };

  return {
    trace: methodsOf<Engine>(async (method, args) => {
      await configured;
      return lives.trace.call(method, args);
    }),
    abi: methodsOf<AbiApi>((method, args) => lives.abi.call(method, args)),
    compiler: methodsOf<Compilers>(async (method, args) => {
      await configured;
      return lives.compiler.call(method, args);
    }),
    configure(config) {
      if (isConfigured) {
        configured = Promise.resolve(config);
        lives.trace.call('configure', [config]).catch(() => {}); // lost with the worker, which the next call starts again
        if (usesCompiler) lives.compiler.call('configure', [config.thirdParties.compilers]).catch(() => {});
      }
      isConfigured = true;
      setConfig(config);
    },
    setFrame(run) {
      frame = run;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    end() {
      lives.trace.end();
      lives.abi.end();
      lives.compiler.end();
    },
  };
}

function deathEvent(worker: WorkerName, restarted: boolean): WorkersEvent {
  const name = readerName[worker];
  return restarted
    ? { type: 'restarted', worker, message: `The ${name} stopped and was started again.` }
    : { type: 'stopped', worker, message: `The ${name} does not run. Reload the page, or try again.` };
}

/** An object whose every method goes through `call`. It is no thenable, so that it can be awaited and returned. */
function methodsOf<T extends object>(call: (method: string, args: readonly unknown[]) => Promise<unknown>): T {
  return new Proxy({} as T, {
    get: (_, method) =>
      typeof method === 'symbol' || method === 'then' ? undefined : (...args: unknown[]) => call(method, args),
  });
}
