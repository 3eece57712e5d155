/**
 * The page's side of the workers: one instance of each for the page, typed by
 * the contracts of their services. The page never sees a worker, only methods,
 * and what happened to a worker as events.
 */
import { transfer } from 'comlink';
import type { RuntimeConfig } from '../core/config/runtime-config';
import type { TokenKeeper } from '../core/hosted/hosted-access';
import type { AbiApi } from './abi/abi.api';
import type { ChainApi } from './chain/chain.api';
import type { CompilerApi, FrameRunner } from './compiler/compiler.api';
import type { ConnectCompiler, ContractsApi } from './contracts/contracts.api';
import type { EngineEvent } from './engine.api';
import type { IndexerApi } from './indexer/indexer.api';
import type { TestingApi } from './testing/testing.api';
import type { TokensApi } from './tokens/tokens.api';
import type { TraceApi } from './trace/trace.api';
import type { VirtualApi } from './virtual/virtual.api';
import type { WatchApi } from './watch/watch.api';
import { WorkerLife, type WorkerLike } from './worker-life';
import { type PageSide, type ServiceName, WORKERS, type WorkerName } from './worker-table';

export type WorkersEvent =
  | EngineEvent
  /** The worker died and was started again: what it held is gone. `message` is a sentence for the reader. */
  | { type: 'restarted'; worker: WorkerName; message: string }
  /** The worker could not be started, or stops over and over; the next call tries again. */
  | { type: 'stopped'; worker: WorkerName; message: string };

/** The services as the page calls them; the rest of their contracts is the client's. */
export type ChainService = Omit<ChainApi, 'configure' | 'subscribe' | 'setTokens'>;
export type ContractsService = Omit<ContractsApi, 'subscribe' | 'setCompiler'>;
export type TraceService = Omit<TraceApi, 'subscribe'>;
export type IndexerService = Omit<IndexerApi, 'configure'>;
export type TestingService = Omit<TestingApi, 'configure'>;
export type CompilerService = Omit<CompilerApi, 'configure' | 'setFrame' | 'serve' | 'leave'>;

/** Methods reject with a WorkerStoppedError when the worker dies before it answers; the call can be made again. */
export type Workers = {
  readonly chain: ChainService;
  readonly contracts: ContractsService;
  readonly tokens: TokensApi;
  readonly trace: TraceService;
  readonly virtual: VirtualApi;
  readonly abi: AbiApi;
  readonly compiler: CompilerService;
  readonly indexer: IndexerService;
  readonly watch: WatchApi;
  readonly testing: TestingService;
  /** Gives the workers their configuration, now and after each restart. Calls to workers that take one wait for it. */
  configure(config: RuntimeConfig): void;
  /** Calls `listener` with every event from now on; returns a function that stops it. */
  subscribe(listener: (event: WorkersEvent) => void): () => void;
  /** Sets the keeper of the tokens of hosted APIs. */
  setTokens(keeper: TokenKeeper): void;
  /** Sets the frame in which compilers run that need more stack than a worker has. */
  setFrame(run: FrameRunner): void;
  /** Ends the workers for good, when the page goes away. Calls that wait and later ones are never settled. */
  end(): void;
};

export type Spawn = Readonly<Record<WorkerName, () => WorkerLike>>;

/** Creates the workers of this page; `spawn` and `heartbeat` are for tests. */
export function createWorkers(spawn?: Spawn, heartbeat?: { interval: number; patience: number }): Workers {
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
  let tokens: TokenKeeper | undefined;
  const started = new Set<WorkerName>();
  let links = 0;

  /** Joins a port of the engine to the compiler worker. Its messages do not come through the page. */
  const connectCompiler: ConnectCompiler = async (port) => {
    links++;
    const link = `link ${links}`;
    const engineDied = () => void lives.compiler.call('compiler.leave', [link]).catch(() => {});
    const forget = onRestart('engine', engineDied);
    try {
      await lives.compiler.call('compiler.serve', [link, transfer(port, [port])]);
    } finally {
      forget();
    }
  };
  const page: PageSide = {
    emit,
    connectCompiler,
    get frame() {
      return frame;
    },
    get tokens() {
      return tokens;
    },
  };

  function onRestart(worker: WorkerName, listener: () => void): () => void {
    const heard = (event: WorkersEvent) => {
      if ((event.type === 'restarted' || event.type === 'stopped') && event.worker === worker) listener();
    };
    listeners.add(heard);
    return () => listeners.delete(heard);
  }

  function lifeOf(name: WorkerName): WorkerLife {
    const { prepare, configure } = WORKERS[name];
    return new WorkerLife({
      spawn: spawn?.[name] ?? WORKERS[name].spawn,
      prepare(call) {
        started.add(name);
        prepare?.(call, page);
        // The call is lost when the worker dies at once; the calls of the page then say so.
        if (configure !== undefined) configured.then((config) => configure(call, config)).catch(() => {});
      },
      onDeath: (_reason, restarted) => emit(deathEvent(name, restarted)),
      ...(heartbeat === undefined ? {} : { heartbeat }),
    });
  }
  const lives: Readonly<Record<WorkerName, WorkerLife>> = {
    engine: lifeOf('engine'),
    abi: lifeOf('abi'),
    compiler: lifeOf('compiler'),
    indexer: lifeOf('indexer'),
    testing: lifeOf('testing'),
  };
  const names = Object.keys(lives) as WorkerName[];

  /** A service, whichever worker it runs in. */
  function service<T extends object>(service: ServiceName): T {
    const worker = names.find((name) => WORKERS[name].services.includes(service)) as WorkerName;
    const waits = WORKERS[worker].configure !== undefined;
    return methodsOf<T>(async (method, args) => {
      if (waits) await configured;
      return lives[worker].call(`${service}.${method}`, args);
    });
  }

  return {
    chain: service<ChainService>('chain'),
    contracts: service<ContractsService>('contracts'),
    tokens: service<TokensApi>('tokens'),
    trace: service<TraceService>('trace'),
    virtual: service<VirtualApi>('virtual'),
    abi: service<AbiApi>('abi'),
    compiler: service<CompilerService>('compiler'),
    indexer: service<IndexerService>('indexer'),
    watch: service<WatchApi>('watch'),
    testing: service<TestingService>('testing'),
    configure(config) {
      if (isConfigured) {
        configured = Promise.resolve(config);
        for (const name of started) {
          // The call is lost when the worker dies; the next call starts the worker again.
          void WORKERS[name].configure?.(lives[name].call, config).catch(() => {});
        }
      }
      isConfigured = true;
      setConfig(config);
    },
    setTokens(keeper) {
      tokens = keeper;
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
      for (const name of names) lives[name].end();
      started.clear();
    },
  };
}

function deathEvent(worker: WorkerName, restarted: boolean): WorkersEvent {
  const { label } = WORKERS[worker];
  return restarted
    ? { type: 'restarted', worker, message: `The ${label} stopped and was started again.` }
    : { type: 'stopped', worker, message: `The ${label} does not run. Reload the page, or try again.` };
}

/** An object whose every method goes through `call`. It is no thenable, so that it can be awaited and returned. */
function methodsOf<T extends object>(call: (method: string, args: readonly unknown[]) => Promise<unknown>): T {
  return new Proxy({} as T, {
    get: (_, method) =>
      typeof method === 'symbol' || method === 'then' ? undefined : (...args: unknown[]) => call(method, args),
  });
}
