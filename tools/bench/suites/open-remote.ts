/**
 * A transaction far down in a full block, opened through a public endpoint: it
 * answers after 60 ms, passes 25 requests a second, takes batches of 100 and
 * has no debug methods. 149 transactions come before the one that is opened,
 * and each touches four contracts and 15 slots. By the whole engine, which
 * knows nothing of the endpoint yet.
 *
 * First rows are provisional; then every earlier transaction is executed, and
 * the header found to commit to all of them. Proofs of the state follow in the
 * background and are not counted.
 */
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import type { TraceEvent } from '../../../src/workers/trace/open-trace.api';
import type { Verification } from '../../../src/workers/trace/steps.api';
import { type Anvil, startAnvil } from '../../anvil';
import { type Behaviour, startFaultProxy } from '../../fault-proxy';
import { openTrace } from '../../open-trace';
import type { Bench, Figure } from '../bench';
import { startLimitedNode } from '../limited-node';
import { sendCrowd } from '../workload/workload';

const CHAIN = 31337 as NetworkId;
const TRADES = 150;
/** With a bound of the block's gas, since without one its header does not have its hash. */
const NODE_ARGUMENTS = ['--accounts', String(TRADES), '--hardfork', 'prague', '--gas-limit', '100000000'];
const PROVIDER = { latency: 60, perSecond: 25 };
/** Each with a new engine; the median counts. */
const VISITS = 5;
const FIRST_ROWS = 1_500; // ms
const INCLUDED = 5_000; // ms
const NO_DEBUG = '^(debug|trace|ots|arbtrace)_';

type Endpoint = { name: string; behaviour: Behaviour; requests: number };

const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'plain',
    behaviour: { refuse: new RegExp(`${NO_DEBUG}|^eth_getStorageValues$`), batches: 100 },
    requests: 40,
  },
  { name: 'with eth_getStorageValues', behaviour: { refuse: new RegExp(NO_DEBUG), batches: 100 }, requests: 20 },
];

export const bench: Bench = {
  name: 'open-remote',
  async *run() {
    const node = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
    try {
      const hashes = await sendCrowd((method, params) => node.call(method, params), TRADES);
      for (const endpoint of ENDPOINTS) yield* measure(node, endpoint, hashes.at(-1) as Hash);
    } finally {
      await node.stop();
    }
  },
};

async function* measure(node: Anvil, { name, behaviour, requests }: Endpoint, hash: Hash): AsyncIterable<Figure> {
  const proxy = await startFaultProxy(node.url);
  proxy.set(behaviour);
  const visits: Visit[] = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await open(proxy, hash));
  await proxy.stop();
  const of = (field: keyof Visit) => median(visits.map((each) => each[field]));
  yield {
    ...time(`first rows, ${name}`, of('firstRows')),
    bound: `≤ ${FIRST_ROWS} ms`,
    holds: of('firstRows') <= FIRST_ROWS,
  };
  yield {
    ...time(`all before it executed and included, ${name}`, of('included')),
    bound: `≤ ${INCLUDED} ms`,
    holds: of('included') <= INCLUDED,
  };
  const most = Math.max(...visits.map((each) => each.requests));
  yield {
    name: `requests until then, ${name}, the most`,
    figure: most,
    unit: 'count',
    bound: `≤ ${requests}`,
    holds: most <= requests,
  };
}

function time(name: string, figure: number) {
  return { name, figure, unit: 'ms' } as const;
}

/** Milliseconds from the start of the engine, and requests that passed until all was included. */
type Visit = { firstRows: number; included: number; requests: number };

async function open(target: { port: number }, hash: Hash): Promise<Visit> {
  const provider = await startLimitedNode(target, PROVIDER);
  const config = parseRuntimeConfig({ networks: [{ id: CHAIN, rpcUrls: [provider.url] }] });
  if (!config.ok) throw new Error(config.error);
  const began = performance.now();
  const engine = createEngine({ peers: createPeerGroup()() });
  try {
    await engine.chain.configure(config.value);
    let tell = (_: Verification | undefined) => {};
    const replayed = new Promise<Verification | undefined>((resolve) => (tell = resolve));
    await engine.trace.subscribe((event: TraceEvent) => {
      if (event.type === 'replayed') tell(event.summary.verification);
    });
    const opened = await openTrace(engine, 'open' as JobId, { networkId: CHAIN, hash });
    if (!opened.ok) throw new Error(`${opened.error.message} ${JSON.stringify(opened.error.attempts)}`);
    const firstRows = performance.now() - began;
    const verification = opened.value.verification ?? (await replayed);
    const included = performance.now() - began;
    const requests = provider.takePassed() + provider.takeRefused();
    if (verification?.compared.earlier !== TRADES - 1 || verification.checked?.isIncluded !== true)
      throw new Error(`Not all was executed and included: ${JSON.stringify(verification)}`);
    await engine.trace.closeTrace(opened.value.handle);
    await engine.settled();
    return { firstRows, included, requests };
  } finally {
    await provider.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
