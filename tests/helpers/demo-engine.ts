/** The demo chain without its largest transaction, shared by all files of a run, a proxy in front of it, and an engine that knows its build output. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { TransactionName } from '../../devnet/names';
import type { Decoded } from '../../src/core/abi/decoded';
import type { Hash } from '../../src/core/chain/primitives';
import { parseRuntimeConfig, type RuntimeConfig } from '../../src/core/config/runtime-config';
import { closeDatabase, DATABASE_NAME } from '../../src/db/database';
import { saveCapabilities } from '../../src/db/networks/endpoints';
import { probeEndpoint } from '../../src/net/probe';
import { createEngine, type Engine } from '../../src/workers/engine';
import type { EngineEvent } from '../../src/workers/engine.api';
import type { JobId, TraceHandle, TransactionKey } from '../../src/workers/ids';
import type { ReplayPatience } from '../../src/workers/trace/open/acquire-trace';
import type { TraceSummary } from '../../src/workers/trace/open-trace.api';
import type { RowError, RowView, VisibleIndex } from '../../src/workers/trace/rows.api';
import { openTrace } from '../../tools/open-trace';
import { deleteDatabase } from './database-dump';
import { type FaultProxy, startFaultProxy } from './fault-proxy';
import { ANVIL_NETWORK } from './rpc';
import type { SharedDemoChain } from './shared-demo-chain';

export type DemoChain = {
  /** The chain, which must only be read: other test files read from it, too. */
  devnet: SharedDemoChain;
  proxy: FaultProxy;
  keyOf(name: TransactionName): TransactionKey;
  stop(): Promise<void>;
};

export async function startDemoChain(): Promise<DemoChain> {
  const response = await fetch(inject('demoChain'));
  if (!response.ok) throw new Error(await response.text());
  const devnet = (await response.json()) as SharedDemoChain;
  const hashes = new Map(devnet.manifest.transactions.map(({ name, hash }) => [name, hash]));
  const proxy = await startFaultProxy(devnet.rpcUrl);
  return {
    devnet,
    proxy,
    keyOf: (name) => ({ networkId: ANVIL_NETWORK, hash: hashes.get(name) as Hash }),
    stop: () => proxy.stop(),
  };
}

/**
 * The demo chain for all tests of the file this is called in. After each, the
 * proxy behaves again and what engines kept is gone.
 */
export function runDemoChain(): DemoChain {
  let started: DemoChain | undefined;
  const chain = () => {
    if (started === undefined) throw new Error('the demo chain runs during tests only');
    return started;
  };
  beforeAll(async () => {
    started = await startDemoChain();
  });
  afterEach(async () => {
    chain().proxy.set({});
    await forgetAll();
  });
  afterAll(() => started?.stop());
  return {
    get devnet() {
      return chain().devnet;
    },
    get proxy() {
      return chain().proxy;
    },
    keyOf: (name) => chain().keyOf(name),
    stop: () => chain().stop(),
  };
}

export type TestEngine = {
  engine: Engine;
  events: readonly EngineEvent[];
  /** Opens a trace, or throws with the failure's sentence. */
  open(key: TransactionKey): Promise<TraceSummary>;
  /** The first rows, once nothing more becomes known. */
  settledRows(handle: TraceHandle, count?: number): Promise<readonly RowView[]>;
};

const running = new Set<Engine>();

/** Waits until no engine of the test learns or keeps anything any more, then deletes the database. */
export async function forgetAll(): Promise<void> {
  for (const engine of running) await engine.settled();
  running.clear();
  closeDatabase();
  await deleteDatabase(DATABASE_NAME);
}

/** A replay is waited for, however long it takes on a busy machine. */
const UNTIL_REPLAYED: ReplayPatience = { state: 600_000, steps: 600_000 };

/** An engine of its own for the given endpoints. */
export async function startEngine(
  rpcUrls: readonly string[],
  more: Partial<RuntimeConfig> = {},
  replayPatience = UNTIL_REPLAYED,
): Promise<TestEngine> {
  const engine = createEngine({ replayPatience });
  running.add(engine);
  const events: EngineEvent[] = [];
  await engine.chain.configure(configOf(rpcUrls, more));
  for (const service of [engine.chain, engine.contracts, engine.trace])
    await service.subscribe((event) => events.push(event));
  return {
    engine,
    events,
    async open(key) {
      const opened = await openTrace(engine, newJob(), key);
      if (!opened.ok) throw new Error(opened.error.message);
      return opened.value;
    },
    async settledRows(handle, count = 100) {
      await engine.settled();
      return (await engine.trace.rows(handle, 0 as VisibleIndex, count)).rows;
    },
  };
}

export function configOf(rpcUrls: readonly string[], more: Partial<RuntimeConfig> = {}): RuntimeConfig {
  const parsed = parseRuntimeConfig({ networks: [{ id: ANVIL_NETWORK, rpcUrls }] });
  if (!parsed.ok) throw new Error(parsed.error);
  return { ...parsed.value, ...more };
}

export async function importDemoContracts(engine: Engine, { devnet }: DemoChain): Promise<void> {
  const imported = await engine.contracts.importBuildOutput('build-output.json', readFileSync(devnet.buildOutputPath));
  if (!imported.ok) throw new Error(imported.error.message);
}

/** Makes engines take the endpoint for one whose answers are long on their way. */
export async function saveFar(url: string): Promise<void> {
  const probed = await probeEndpoint({ networkId: ANVIL_NETWORK, url });
  if (!probed.ok) throw new Error(probed.error.message);
  const endpoint = {
    networkId: ANVIL_NETWORK,
    url,
    name: 'far',
    origin: 'config',
    enabled: true,
    priority: 100,
  } as const;
  await saveCapabilities(endpoint, { ...probed.value, latency: 90 });
}

let jobs = 0;
export function newJob(): JobId {
  jobs++;
  return `job ${jobs}` as JobId;
}

/** A row as one line: depth id, contract, function with arguments, result or error. */
export function lineOf(row: RowView): string {
  const who = row.toName?.text ?? row.fromName?.text ?? row.to ?? row.from;
  const what = row.functionName?.text ?? ('selector' in row ? row.selector : '') ?? '';
  const args = row.inputs === undefined ? '' : `(${row.inputs.map(textOf).join(', ')})`;
  const result = row.outputs === undefined ? '' : ` → ${row.outputs.map(textOf).join(', ')}`;
  const failed = 'error' in row ? row.error : undefined;
  const error = failed === undefined ? '' : ` ✗ ${errorOf(failed)}${row.caught ? ' (caught)' : ''}`;
  return `${row.depthId} ${who}.${what}${args}${result}${error}`;
}

function errorOf({ message, name, args, reason }: RowError): string {
  if (reason !== undefined) return `${name?.text ?? message}: ${reason}`;
  return name === undefined ? message : `${name.text}(${(args ?? []).map(textOf).join(', ')})`;
}

function textOf({ items, text }: Decoded): string {
  return items === undefined ? text : `[${items.map(textOf).join(', ')}]`;
}

/** A port nobody listens on just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
