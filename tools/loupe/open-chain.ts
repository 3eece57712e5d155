/** The chain that a command asks: an engine on its endpoint, which knows the build output of the project at hand. */
import { StartFailure } from '../../devnet/start-failure';
import type { Network } from '../../src/core/chain/network';
import type { NetworkId } from '../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../src/core/config/runtime-config';
import { harmlessText } from '../../src/core/text/harmless';
import type { Failure } from '../../src/core/values/failure';
import { leaveDatabaseOut } from '../../src/db/database';
import { DEFAULT_LIMITS } from '../../src/net/rpc/limits';
import { createEngine, type Engine, type EngineOptions } from '../../src/workers/engine';
import type { EngineEvent } from '../../src/workers/engine.api';
import type { JobId } from '../../src/workers/ids';
import { askChainId } from '../serving/own-node';
import { parseUrl } from '../serving/ports';
import { findBuildOutput } from './build-output';
import { complain, type Io } from './command';
import { type ProgressLine, startProgress } from './progress';

/** The one job of a command. */
export const JOB = 'loupe' as JobId;
/** The options of every command that asks a chain. */
export const CHAIN_OPTIONS = {
  rpc: { type: 'string' },
  sources: { type: 'string' },
  json: { type: 'boolean' },
} as const;
/** Help for the options above, a line each. */
export const CHAIN_USAGE = `  --rpc URL        the endpoint (ETH_RPC_URL, else http://127.0.0.1:8545)
  --sources DIR    build output for names and lines (out/ or artifacts/ of the project here)
  --json           as JSON
`;

const LOCAL = 'http://127.0.0.1:8545';
/** The command has nothing to show before the execution here is through. */
const WHOLE: EngineOptions = { replayPatience: { state: 3_600_000, steps: 3_600_000 }, receiptAtOnce: true };

export type OpenChain = {
  engine: Engine;
  /** The endpoint; absent where nobody is asked. */
  url?: string;
  network: Pick<Network, 'id' | 'name' | 'nativeCurrency'>;
  networkId: NetworkId;
  /** What services said unasked of open traces, in order. Whoever asks for many transactions empties the list. */
  events: EngineEvent[];
  progress: ProgressLine;
};

/**
 * Opens the chain at the endpoint of the options. A command has nothing to find again, and to open a database takes it a
 * sixth of its time: only one that goes on with what it did is `kept`. Throws a `StartFailure`, a `NoChain` where the
 * endpoint does not answer or is none.
 */
export async function openChain(
  { rpc, sources }: { rpc?: string | undefined; sources?: string | undefined },
  io: Io,
  kept = false,
  options: EngineOptions = {},
): Promise<OpenChain> {
  await chooseDatabase(kept);
  const url = endpointOf(rpc, io);
  const progress = startProgress(io);
  const id = await askChainId(url);
  const config = parseRuntimeConfig({ networks: [{ id, rpcUrls: [url] }], defaultNetwork: id });
  if (!config.ok) throw new StartFailure(config.error);
  const networkId = id as NetworkId;
  const [served = url] = config.value.networks[0]?.rpcUrls ?? [];
  const askedAt = Date.now();
  const onChains: EngineOptions['onChains'] = ({ states }) => {
    const state = states.of(served, DEFAULT_LIMITS.concurrency);
    // It said just now which chain it serves, and is not asked again at once.
    state.setChain({ id, askedAt });
    state.quiet = 0;
  };
  const engine = createEngine({ ...WHOLE, onChains, ...options });
  await engine.chain.configure(config.value);
  const events = await heardOf(engine);
  await importBuildOutput(engine, sources, io, progress);
  return { engine, url, network: await networkOf(engine, networkId), networkId, events, progress };
}

/** Returns the endpoint that is asked, by the option `rpc`. Throws a `StartFailure`. */
export function endpointOf(rpc: string | undefined, { environment: { ETH_RPC_URL } }: Pick<Io, 'environment'>): string {
  return rpc === undefined ? parseUrl('ETH_RPC_URL', ETH_RPC_URL || LOCAL) : parseUrl('--rpc', rpc);
}

async function chooseDatabase(kept: boolean): Promise<void> {
  leaveDatabaseOut(!kept);
  if (kept) await import('../memory-database');
}

/** Returns a network that the engine knows. */
export async function networkOf(engine: Engine, networkId: NetworkId): Promise<OpenChain['network']> {
  const network = (await engine.chain.networks()).find(({ id }) => id === networkId);
  if (network === undefined) throw new Error(`the network ${networkId} is not known`);
  return network;
}

/** The network of questions that no chain is asked for. */
export const NO_NETWORK = 1 as NetworkId;

/** Opens an engine without an endpoint, which knows the build output of the project at hand; `kept` as of `openChain`. */
export async function openOffline(
  { sources }: { sources?: string | undefined },
  io: Io,
  kept = false,
  options: EngineOptions = {},
): Promise<{ engine: Engine; of(networkId: NetworkId): Promise<OpenChain> }> {
  await chooseDatabase(kept);
  const config = parseRuntimeConfig({ networks: [{ id: NO_NETWORK }], defaultNetwork: NO_NETWORK });
  if (!config.ok) throw new Error(config.error);
  const engine = createEngine({ ...WHOLE, ...options });
  await engine.chain.configure(config.value);
  const events = await heardOf(engine);
  const progress = startProgress(io);
  await importBuildOutput(engine, sources, io, progress);
  progress.end();
  return {
    engine,
    of: async (networkId) => ({
      engine,
      network: await networkOf(engine, networkId),
      networkId,
      events,
      progress,
    }),
  };
}

const HEARD: ReadonlySet<EngineEvent['type']> = new Set(['replayed', 'proven']);

async function heardOf(engine: Engine): Promise<EngineEvent[]> {
  const events: EngineEvent[] = [];
  await engine.trace.subscribe((event) => {
    if (HEARD.has(event.type)) events.push(event);
  });
  return events;
}

/** Imports build output, and says what of it cannot be read, and why files that were named were not. Throws a `StartFailure` where none of them was. */
async function importBuildOutput(
  engine: Engine,
  sources: string | undefined,
  io: Io,
  progress: ProgressLine,
): Promise<void> {
  const files = findBuildOutput(io.folder, sources);
  const warnings: string[] = [];
  for (const [at, { path, read }] of files.entries()) {
    progress.say(`Reading build output: ${at} of ${files.length} files`);
    const bytes = read();
    const imported = bytes.ok ? await engine.contracts.importBuildOutput(path, bytes.value) : undefined;
    if (!bytes.ok) warnings.push(`${path}: ${bytes.error}`);
    // What is no build output lies beside it in every project.
    else if (imported?.ok === false && sources !== undefined) warnings.push(`${path}: ${imported.error.message}`);
  }
  if (sources !== undefined && warnings.length === files.length)
    throw new StartFailure(`There is no build output at ${sources}${warnings[0] ? ` (${warnings[0]})` : ''}.`);
  for (const warning of warnings) complain(io, warning);
}

/** Failures that say something of what was asked for; others are of the endpoint. */
const OF_THE_SUBJECT: readonly Failure['code'][] = ['notFound', 'unsupported', 'stateUnavailable', 'tooLarge'];
/** Characters of the endpoint's own words. */
const RAW = 300;

/** Says a failure in a sentence, with what was tried; returns the code to end with. */
export function refuse(io: Pick<Io, 'err'>, { code, message, attempts, raw }: Failure): 1 | 2 {
  complain(io, withoutPages(message));
  const tried = attempts.map((attempt) => [attempt.source, attempt.method, attempt.outcome]);
  const lines = tried.map((parts) => parts.filter((part) => part !== '').join(' · '));
  for (const line of [...new Set(lines)].slice(0, 5)) io.err(`  ${harmlessText(line, RAW)}\n`);
  if (raw !== undefined && raw !== '') io.err(`  it says: ${harmlessText(raw, RAW)}\n`);
  // An answer that nobody reads whole is the endpoint's failing, whatever it was asked.
  const isAnswer = code === 'tooLarge' && attempts.length > 0;
  return OF_THE_SUBJECT.includes(code) && !isAnswer ? 1 : 2;
}

/** Returns the sentence of a failure without what it says of web pages, and of what is done in the app: nobody is in one here. */
export function withoutPages(message: string): string {
  return message
    .replace(/ and (allows|to allow) requests from web pages \(CORS\)/, '')
    .replace(/ Paste its text and run it\.$/, ' --rpc URL runs it on a chain.');
}
