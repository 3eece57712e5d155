/** A worker that dies while the engine has something compiled: who waits is told, and the next compilation works. */
import 'fake-indexeddb/auto';
import { expose } from 'comlink';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Address, NetworkId } from '../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../src/core/config/runtime-config';
import { closeDatabase, DATABASE_NAME } from '../../src/db/database';
import { createWorkers, type Workers } from '../../src/workers/client';
import { createCompilerEngine } from '../../src/workers/compiler/compiler-engine';
import { keepCompiler, sha256Of } from '../../src/workers/compiler/compiler-store';
import { type Compile, linkCompiler } from '../../src/workers/contracts/compiling/compiler-link';
import type { ConnectCompiler } from '../../src/workers/contracts/contracts.api';
import type { JobId } from '../../src/workers/ids';
import type { WorkerLike } from '../../src/workers/worker-life';
import { deleteDatabase } from '../helpers/database-dump';

const version = '0.8.37+commit.f401782d';
/** Made anew each time: it is transferred. */
const output = () => new TextEncoder().encode('{"contracts":{}}');

/** Compilers that were started: each compiles when it is told to. */
let compilers: { started: boolean; ended: boolean; finish(): void }[];

class TestCompiler {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  private readonly own = {
    started: false,
    ended: false,
    finish: () => this.onmessage?.({ data: { output: output() } }),
  };

  constructor() {
    compilers.push(this.own);
  }

  postMessage() {
    this.own.started = true;
  }

  terminate() {
    this.own.ended = true;
  }
}

/** What Cache Storage would keep; Node has none. */
const files = new Map<string, Response>();
const keptFiles = {
  put: async (key: string, file: Response) => void files.set(key, file),
  match: async (key: string) => files.get(key)?.clone(),
  keys: async () => [...files.keys()].map((key) => ({ url: `http://localhost${key}` })),
};

let workers: Workers;
let kill: (name: 'engine' | 'compiler') => void;

beforeEach(async () => {
  compilers = [];
  vi.stubGlobal('Worker', TestCompiler);
  vi.stubGlobal('caches', { open: async () => keptFiles });
  const bytes = new Uint8Array(1);
  await keepCompiler({ longVersion: version, sha256: await sha256Of(bytes), bytes });
  const ends: Partial<Record<string, EventTarget>> = {};
  const spawn = (name: string, services: () => object) => (): WorkerLike => {
    const { port1, port2 } = new MessageChannel();
    expose(services(), port2);
    ends[name] = port1;
    return Object.assign(port1, {
      terminate() {
        port1.close();
        port2.close();
      },
    });
  };
  kill = (name) => ends[name]?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  workers = createWorkers({
    engine: spawn('engine', engineServices),
    compiler: spawn('compiler', () => ({ compiler: createCompilerEngine() })),
    indexer: spawn('indexer', () => ({})),
    testing: spawn('testing', () => ({})),
    abi: spawn('abi', () => ({})),
  });
  const config = parseRuntimeConfig({});
  if (!config.ok) throw new Error(config.error);
  workers.configure(config.value);
});

afterEach(async () => {
  workers.end();
  vi.unstubAllGlobals();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
});

/** An engine that finds sources by compiling alone. */
function engineServices() {
  let compile: Compile | undefined;
  const subscribe = () => {};
  return {
    chain: { subscribe, configure: () => {} },
    trace: { subscribe },
    contracts: {
      subscribe,
      setCompiler: (connect: ConnectCompiler) => {
        compile = linkCompiler(connect);
      },
      contractSource: () => compile?.({ version, input: '{}' }, new AbortController().signal, () => {}),
    },
  };
}

function askForSources(): Promise<unknown> {
  return workers.contracts.contractSource('1' as JobId, 1 as NetworkId, '0x' as Address);
}

/** Resolves once a compiler, by the number of its start, was given its input. */
const runs = (number: number) => vi.waitUntil(() => compilers[number]?.started);

test('the engine dies: the call is lost by name, the compiler stops, and the next compilation is another', async () => {
  const lost = expect(askForSources()).rejects.toMatchObject({ name: 'WorkerStoppedError' });
  await runs(0);
  kill('engine');
  await lost;
  await expect.poll(() => compilers[0]?.ended).toBe(true);
  const next = askForSources();
  await runs(1);
  compilers[1]?.finish();
  expect(await next).toEqual({ ok: true, value: output() });
});

test('the compiler dies: the compilation is lost by name, and the next one is at the compiler started anew', async () => {
  const lost = expect(askForSources()).rejects.toMatchObject({ name: 'WorkerStoppedError' });
  await runs(0);
  kill('compiler');
  await lost;
  const next = askForSources();
  await runs(1);
  compilers[1]?.finish();
  expect(await next).toEqual({ ok: true, value: output() });
});
