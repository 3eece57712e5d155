/**
 * The workers of a page: one row each. Services of one row share a thread and
 * its memory; to give a service a thread of its own takes a row and an entry.
 */
import type { RuntimeConfig } from '../core/config/runtime-config';
import type { TokenKeeper } from '../core/hosted/hosted-access';
import type { FrameRunner } from './compiler/compiler.api';
import type { ConnectCompiler } from './contracts/contracts.api';
import type { EngineEvent } from './engine.api';
import { takeStartedEngine } from './started-engine';
import type { Call, WorkerLike } from './worker-life';

export type WorkerName = 'engine' | 'abi' | 'compiler' | 'indexer' | 'testing';
export type ServiceName =
  | 'chain'
  | 'contracts'
  | 'tokens'
  | 'trace'
  | 'virtual'
  | 'abi'
  | 'compiler'
  | 'indexer'
  | 'watch'
  | 'testing';

/** Things that the page gives a new worker. */
export type PageSide = {
  emit(event: EngineEvent): void;
  connectCompiler: ConnectCompiler;
  /** Runs compilers on the page's thread, where the page can. */
  readonly frame: FrameRunner | undefined;
  /** Keeper of the tokens of hosted APIs. */
  readonly tokens: TokenKeeper | undefined;
};

export type WorkerRow = {
  /** Name that the reader knows it by. */
  label: string;
  spawn: () => WorkerLike;
  services: readonly ServiceName[];
  /** Makes the calls that every new worker needs first. Their results are lost with a worker that dies at once; the calls of the page then say so. */
  prepare?: (call: Call, page: PageSide) => void;
  /** Gives it the configuration. A worker that takes one answers nothing before. */
  configure?: (call: Call, config: RuntimeConfig) => Promise<unknown>;
};

const ignore = () => {};

export const WORKERS: Readonly<Record<WorkerName, WorkerRow>> = {
  engine: {
    label: 'engine',
    spawn: () =>
      takeStartedEngine() ??
      new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
    services: ['chain', 'contracts', 'tokens', 'trace', 'virtual'],
    prepare(call, { emit, connectCompiler, tokens }) {
      call('chain.subscribe', [emit]).catch(ignore);
      call('contracts.subscribe', [emit]).catch(ignore);
      call('trace.subscribe', [emit]).catch(ignore);
      call('contracts.setCompiler', [connectCompiler]).catch(ignore);
      if (tokens !== undefined) call('chain.setTokens', [tokens]).catch(ignore);
    },
    configure: (call, config) => call('chain.configure', [config]),
  },
  abi: {
    label: 'ABI engine',
    spawn: () => new Worker(new URL('./abi/abi.worker.ts', import.meta.url), { type: 'module', name: 'abi' }),
    services: ['abi'],
  },
  compiler: {
    label: 'compiler',
    spawn: () =>
      new Worker(new URL('./compiler/compiler.worker.ts', import.meta.url), { type: 'module', name: 'compiler' }),
    services: ['compiler'],
    prepare(call, { frame }) {
      if (frame !== undefined) call('compiler.setFrame', [frame]).catch(ignore);
    },
    configure: (call, { thirdParties }) => call('compiler.configure', [thirdParties.compilers]),
  },
  indexer: {
    label: 'indexer',
    spawn: () =>
      new Worker(new URL('./indexer/indexer.worker.ts', import.meta.url), { type: 'module', name: 'indexer' }),
    services: ['indexer', 'watch'],
    configure: (call, config) => call('indexer.configure', [config]),
  },
  testing: {
    label: 'test runner',
    spawn: () =>
      new Worker(new URL('./testing/testing.worker.ts', import.meta.url), { type: 'module', name: 'testing' }),
    services: ['testing'],
    configure: (call, config) => call('testing.configure', [config]),
  },
};
