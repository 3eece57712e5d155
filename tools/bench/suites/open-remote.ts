/**
 * A transaction far down in a full block, opened through a public endpoint: it
 * answers after 60 ms, passes 25 requests a second, takes batches of 100 and
 * has no debug methods. 149 transactions come before the one that is opened,
 * and each touches four contracts and 15 slots. By the whole engine, which
 * knows nothing of the endpoint yet.
 *
 * First rows are provisional; then every earlier transaction is executed, and
 * the header found to commit to all of them. Proofs of the state follow in the
 * background and are not counted. An endpoint with access lists of blocks was
 * probed before, as the reader does in the settings; it answers with lists that
 * are computed here, since nodes of today's chains have none.
 */
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { createPeerGroup } from '../../../src/net/rpc/peers';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import type { TraceEvent } from '../../../src/workers/trace/open-trace.api';
import type { Verification } from '../../../src/workers/trace/steps.api';
import { type Anvil, startAnvil } from '../../anvil';
import { computeBlockAccessList } from '../../block-access-list';
import { type Behaviour, startFaultProxy } from '../../fault-proxy';
import { emptyDatabase } from '../../memory-database';
import { openTrace } from '../../open-trace';
import type { Bench, Figure } from '../bench';
import { atMost } from '../figures';
import { startLimitedNode } from '../limited-node';
import { type Call, sendCrowd } from '../workload/workload';

const CHAIN = 31337 as NetworkId;
const TRADES = 150;
/** Arguments of the node. Without a bound of the block's gas, its header does not have its hash. */
const NODE_ARGUMENTS = ['--accounts', String(TRADES), '--hardfork', 'prague', '--gas-limit', '100000000'];
const PROVIDER = { latency: 60, perSecond: 25 };
/** Each with a new engine; the median counts. */
const VISITS = 5;
const FIRST_ROWS = 1_500; // ms
const INCLUDED = 5_000; // ms
const NO_DEBUG = '^(debug|trace|ots|arbtrace)_';

type Endpoint = { name: string; behaviour: Behaviour; requests: number; isProbed?: boolean };

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
      const call = <T>(method: string, params: readonly unknown[]) => node.call<T>(method, params);
      const hashes = await sendCrowd(call, TRADES);
      const last = hashes.at(-1) as Hash;
      for (const endpoint of ENDPOINTS) yield* measure(node, endpoint, last);
      yield* measure(node, await withAccessList(call, last), last);
    } finally {
      await node.stop();
    }
  },
};

/** An endpoint as the one with eth_getStorageValues, which also has the access list of the transaction's block. */
async function withAccessList(call: Call, hash: Hash): Promise<Endpoint> {
  const { blockHash } = await call<{ blockHash: Hash }>('eth_getTransactionByHash', [hash]);
  const list = await computeBlockAccessList(call, blockHash);
  const own: Behaviour['own'] = (method) => (method === 'eth_getBlockAccessList' ? list : undefined);
  const behaviour = { refuse: new RegExp(NO_DEBUG), batches: 100, own };
  return { name: 'with access lists of blocks', behaviour, requests: 6, isProbed: true };
}

async function* measure(
  node: Anvil,
  { name, behaviour, requests, isProbed = false }: Endpoint,
  hash: Hash,
): AsyncIterable<Figure> {
  const proxy = await startFaultProxy(node.url);
  proxy.set(behaviour);
  await open(proxy, hash, isProbed); // loads the code, which is not what is measured
  const visits: Visit[] = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await open(proxy, hash, isProbed));
  await proxy.stop();
  const of = (field: keyof Visit) => median(visits.map((each) => each[field]));
  yield atMost(`first rows, ${name}`, of('firstRows'), 'ms', FIRST_ROWS);
  yield atMost(`all before it executed and included, ${name}`, of('included'), 'ms', INCLUDED);
  const most = Math.max(...visits.map((each) => each.requests));
  yield atMost(`requests until then, ${name}, the most`, most, 'count', requests);
}

/** Milliseconds from the start of the engine, and requests that passed until all was included. */
type Visit = { firstRows: number; included: number; requests: number };

async function open(target: { port: number }, hash: Hash, isProbed: boolean): Promise<Visit> {
  const provider = await startLimitedNode(target, PROVIDER);
  const config = parseRuntimeConfig({ networks: [{ id: CHAIN, rpcUrls: [provider.url] }] });
  if (!config.ok) throw new Error(config.error);
  const engine = createEngine({ peers: createPeerGroup()() });
  try {
    await engine.chain.configure(config.value);
    if (isProbed) {
      const probed = await engine.chain.probe('probe' as JobId, { networkId: CHAIN, url: provider.url });
      if (!probed.ok) throw new Error(probed.error.message);
      provider.takePassed();
      provider.takeRefused();
      await new Promise((resolve) => setTimeout(resolve, 1_000)); // the second in which the provider counts
    }
    const began = performance.now();
    let tell = (_: Verification | undefined) => {};
    const told = new Promise<Verification | undefined>((resolve) => (tell = resolve));
    await engine.trace.subscribe((event: TraceEvent) => {
      if (event.type === 'replayed' && isIncluded(event.summary.verification)) tell(event.summary.verification);
      if (event.type === 'proven') tell(event.verification);
    });
    const opened = await openTrace(engine, 'open' as JobId, { networkId: CHAIN, hash });
    if (!opened.ok) throw new Error(`${opened.error.message} ${JSON.stringify(opened.error.attempts)}`);
    const firstRows = performance.now() - began;
    const verification = isIncluded(opened.value.verification) ? opened.value.verification : await told;
    const included = performance.now() - began;
    const requests = provider.takePassed() + provider.takeRefused();
    const { earlier, accessList } = verification?.compared ?? {};
    if (isProbed ? accessList === undefined : earlier !== TRADES - 1)
      throw new Error(`What came before was not gone by: ${JSON.stringify(verification)}`);
    if (!isIncluded(verification))
      throw new Error(`Not all was executed and included: ${JSON.stringify(verification)}`);
    await engine.trace.closeTrace(opened.value.handle);
    await engine.settled();
    return { firstRows, included, requests };
  } finally {
    await provider.close();
    await emptyDatabase();
  }
}

function isIncluded(verification: Verification | undefined): boolean {
  return verification?.checked?.isIncluded === true;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
