/**
 * Whether the background stays out of the reader's way. A provider answers
 * after 60 ms and passes 25 requests a second; another tab asks it for 10,000
 * blocks in the background lane. Opening a transaction, by the whole engine,
 * is measured with that job and without it, in pairs, each with an engine that
 * knows nothing yet.
 *
 * And whether two tabs of Chromium open no more requests at once than one. The
 * client is told to open four, because six is what Chromium itself allows.
 */

import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Hash, NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { fetchBlock } from '../../../src/net/chain-reader';
import { createEndpointStates } from '../../../src/net/rpc/endpoint-state';
import { createPeerGroup, type Peers } from '../../../src/net/rpc/peers';
import { createRpc } from '../../../src/net/rpc/rpc';
import { createEngine } from '../../../src/workers/engine';
import type { JobId } from '../../../src/workers/ids';
import type { VisibleIndex } from '../../../src/workers/trace/rows.api';
import { type Anvil, startAnvil } from '../../anvil';
import { openTrace } from '../../open-trace';
import type { Bench, Figure } from '../bench';
import { withBuiltPage } from '../chromium';
import { median, stated } from '../figures';
import { type LimitedNode, startLimitedNode } from '../limited-node';
import { NODE_ARGUMENTS, sendSwap } from '../workload/workload';

const ENTRY = resolve(import.meta.dirname, '../pages/door.ts');
const CHAIN = 31337 as NetworkId;
const PROVIDER = { latency: 60, perSecond: 25 };
const BLOCKS = 10_000;
/** Blocks there are; the job asks for each again and again, because Anvil takes minutes to mine as many as it asks for. */
const CHAIN_LENGTH = 100;
const PAIRS = 7;
const SLOWER = 1.15;
/** Blocks a second that the background still gets while transactions are opened. */
const PROGRESS = 3;
const TAB_SLOTS = 4;

export const bench: Bench = {
  name: 'door',
  async *run() {
    const anvil = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
    try {
      await anvil.call('anvil_mine', [`0x${CHAIN_LENGTH.toString(16)}`]);
      const hash = await sendSwap((method, params) => anvil.call(method, params));
      const provider = await startLimitedNode(anvil, PROVIDER);
      try {
        yield* measureOpening(provider, hash as Hash);
      } finally {
        await provider.close();
      }
      yield await measureTabs(anvil);
    } finally {
      await anvil.stop();
    }
  },
};

async function* measureOpening(provider: LimitedNode, hash: Hash): AsyncIterable<Figure> {
  const join = createPeerGroup();
  await open(join(), provider.url, hash);
  const alone: number[] = [];
  const beside: number[] = [];
  let progress = 0;
  let seconds = 0;
  let refused = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    await wait(1_500); // the second before counts towards the limit
    alone.push(await open(join(), provider.url, hash));
    const job = startBackground(join(), provider.url);
    // Long enough for the job to have found the limit, and for the endpoint to pass requests again.
    await wait(4_000);
    provider.takeRefused();
    const before = job.done();
    const began = performance.now();
    beside.push(await open(join(), provider.url, hash));
    await wait(1_500);
    progress += job.done() - before;
    seconds += (performance.now() - began) / 1_000;
    refused += provider.takeRefused();
    await job.end();
  }
  const ratios = beside.map((time, pair) => time / (alone[pair] as number));
  yield {
    name: 'opening a transaction beside a background job, median of pairs',
    figure: median(beside),
    unit: 'ms',
    reference: { what: 'without the job', value: median(alone) },
    ratio: median(ratios),
    bound: `≤ ${SLOWER} × reference`,
    holds: median(ratios) <= SLOWER,
  };
  yield {
    name: 'blocks a second that the job reads meanwhile',
    figure: progress / seconds,
    unit: 'count',
    bound: `≥ ${PROGRESS}`,
    holds: progress / seconds >= PROGRESS,
  };
  yield stated(`requests refused meanwhile, ${PAIRS} openings`, refused, 'count');
}

/** Returns the milliseconds from the start of a worker to the first rows of the trace. */
async function open(peers: Peers, url: string, hash: Hash): Promise<number> {
  const config = parseRuntimeConfig({ networks: [{ id: CHAIN, rpcUrls: [url] }] });
  if (!config.ok) throw new Error(config.error);
  const began = performance.now();
  const engine = createEngine({ peers });
  await engine.chain.configure(config.value);
  const key = { networkId: CHAIN, hash };
  const opened = await openTrace(engine, 'open' as JobId, key);
  if (!opened.ok) throw new Error(`${opened.error.message} ${JSON.stringify(opened.error.attempts)}`);
  await engine.trace.rows(opened.value.handle, 0 as VisibleIndex, 40);
  const took = performance.now() - began;
  await engine.settled();
  await engine.trace.closeTrace(opened.value.handle);
  return took;
}

/** Reads blocks, as another tab would. */
function startBackground(peers: Peers, url: string): { done(): number; end(): Promise<void> } {
  const controller = new AbortController();
  const { signal } = controller;
  const endpoint = { networkId: CHAIN, url, name: 'node', origin: 'reader', enabled: true, priority: 0 } as const;
  const rpc = createRpc({ networkId: CHAIN, endpoints: [endpoint], states: createEndpointStates(peers) });
  let done = 0;
  const blocks = Array.from({ length: BLOCKS }, async (_, number) => {
    const block = await fetchBlock(rpc.lane('background'), number % CHAIN_LENGTH, { signal });
    if (block.ok) done++;
    else if (block.error.code !== 'cancelled') throw new Error(block.error.message);
  });
  const all = Promise.all(blocks);
  return {
    done: () => done,
    async end() {
      controller.abort();
      await all;
    },
  };
}

async function measureTabs(anvil: Anvil): Promise<Figure> {
  const node = await startLimitedNode(anvil, { latency: PROVIDER.latency });
  try {
    return await withBuiltPage(ENTRY, async (page) => {
      await page.evaluate(askMuch, [node.url, TAB_SLOTS] as const);
      const one = node.takeMostOpen();
      const opening = page.context().waitForEvent('page');
      await page.evaluate(() => void window.open(location.href));
      const other: Page = await opening;
      await other.waitForFunction(() => 'door' in window);
      await Promise.all([page, other].map((tab) => tab.evaluate(askMuch, [node.url, TAB_SLOTS] as const)));
      const two = node.takeMostOpen();
      return {
        name: 'requests open at once, two tabs',
        figure: two,
        unit: 'count',
        reference: { what: 'one tab', value: one },
        ratio: two / one,
        bound: '≤ 1 × reference',
        holds: two <= one,
      };
    });
  } finally {
    await node.close();
  }
}

/** Run in the page: 120 requests as fast as the client sends them. */
async function askMuch([url, slots]: readonly [string, number]): Promise<void> {
  const answered = await window.door.ask(url, slots, 120);
  if (answered !== 120) throw new Error(`${answered} of 120 requests were answered`);
}
