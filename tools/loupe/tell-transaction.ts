/** What `loupe tx` and `loupe open` have alike: a transaction is opened, and told as text or as JSON. */
import type { Hash } from '../../src/core/chain/primitives';
import type { TraceHandle } from '../../src/workers/ids';
import { type Io, readNumber } from './command';
import { writeJson } from './facts/json';
import { transactionFacts } from './facts/transaction';
import { type OpenChain, refuse } from './open-chain';
import { openMined } from './open-mined';
import { readMined, type Wanted } from './read-mined';
import { openPage } from './text/paint';
import { writeTransaction } from './text/transaction';

/** Rows and events that are written unless more are asked for. */
const TEXT_ROWS = 1_000;
const JSON_ROWS = 100_000;

/** The options that say how much is told. */
export const WANTED_OPTIONS = {
  depth: { type: 'string' },
  rows: { type: 'string' },
  gas: { type: 'boolean' },
  storage: { type: 'boolean' },
} as const;
/** Help for the options above, a line each. */
export const WANTED_USAGE = `  --depth N        calls no deeper than N
  --rows N         rows and events at most (${TEXT_ROWS}; with --json ${JSON_ROWS})
  --gas            gas beside each call
  --storage        accesses to storage among the calls
`;

type Values = { [K in 'depth' | 'rows']?: string | undefined } & {
  [K in 'gas' | 'storage' | 'json']?: boolean | undefined;
};
type Told = Wanted & { gas: boolean; json: boolean };

/** Reads how much is to be told. Throws a `StartFailure`. */
export function readWanted({ depth, rows, gas = false, storage = false, json = false }: Values): Told {
  return {
    depth: readNumber('--depth', depth, Number.POSITIVE_INFINITY),
    rows: readNumber('--rows', rows, json ? JSON_ROWS : TEXT_ROWS, 1),
    gas,
    storage,
    json,
  };
}

/**
 * Tells a transaction, after `before` is through with its trace: who reads what is told may stop reading. Returns the code
 * to end with, that of `before` if it is none of success; what fails is said.
 */
export async function tellTransaction(
  chain: OpenChain,
  hash: Hash,
  wanted: Told,
  io: Io,
  before: (handle: TraceHandle) => Promise<number> = async () => 0,
): Promise<number> {
  const opened = await openMined(chain, hash);
  chain.progress.end();
  if (!opened.ok) return refuse(io, opened.error);
  const { trace } = opened.value;
  const summary = 'failure' in trace ? undefined : trace.summary;
  const earlier = summary === undefined ? 0 : await before(summary.handle);
  const answers = summary && (await readMined(chain.engine, summary, opened.value.record.transaction, wanted));
  const facts = transactionFacts(chain.network, opened.value, answers);
  if (wanted.json) await writeJson(facts, io.out);
  else await writeTransaction(openPage(io), facts, opened.value, answers, chain.network.nativeCurrency, wanted.gas);
  return earlier || (summary === undefined || facts.proof?.doubt !== undefined ? 1 : 0);
}
