/** What a proxy ran, read from logs over real HTTP, at endpoints that limit how many blocks a request spans. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toEventSelector } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { readImplementations } from '../../../src/workers/contracts/implementation-history';
import { rpcOf } from '../../helpers/rpc';

const PROXY = `0x${'c'.repeat(40)}` as Address;
const UPGRADED = toEventSelector('Upgraded(address)');
const CHANGED = toEventSelector('ChangedMasterCopy(address)');
const NEW_IMPLEMENTATION = toEventSelector('NewImplementation(address,address)');
const HEAD = 1_000_000;

type Filter = { address: string; fromBlock: string; toBlock: string; topics: string[][] };
type Call = { id: number; method: string; params: Filter[] };
type Event = { block: number; implementation: string; topic: string; isIndexed: boolean };

let server: Server;
let url: string;
/** Blocks that a request may span. */
let limit: number;
/** Below it the endpoint has no logs. */
let oldest: number;
let events: Event[];
/** First and last block of each request for logs. */
let spans: (readonly [number, number])[];

beforeEach(async () => {
  limit = Number.POSITIVE_INFINITY;
  oldest = 0;
  spans = [];
  events = [
    { block: 10, implementation: 'aa', topic: UPGRADED, isIndexed: true },
    { block: 400_000, implementation: 'bb', topic: CHANGED, isIndexed: false },
    { block: 999_999, implementation: 'cc', topic: UPGRADED, isIndexed: true },
  ];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const parsed = JSON.parse(body) as Call | Call[];
      const answers = [parsed].flat().map((call) => ({ jsonrpc: '2.0', id: call.id, ...answerOf(call) }));
      response.end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(
  () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    }),
);

function answerOf({ method, params: [filter] }: Call): object {
  if (method === 'eth_chainId') return { result: '0x7a69' };
  if (method === 'eth_blockNumber') return { result: `0x${HEAD.toString(16)}` };
  if (method !== 'eth_getLogs' || filter?.address !== PROXY) throw new Error(`${method} was not expected`);
  const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
  spans.push([from, to]);
  if (to - from + 1 > limit) return { error: { code: -32602, message: `query exceeds max block range ${limit}` } };
  if (from < oldest) return { error: { code: -32000, message: 'history has been pruned' } };
  const asked = filter.topics[0] ?? [];
  return {
    result: events
      .filter(({ block, topic }) => block >= from && block <= to && asked.includes(topic))
      .map(({ block, implementation, topic, isIndexed }) => {
        const word = `0x${implementation.repeat(20).padStart(64, '0')}`;
        return {
          address: PROXY,
          topics: isIndexed ? [topic, word] : [topic],
          data: isIndexed ? '0x' : topic === NEW_IMPLEMENTATION ? `0x${'0'.repeat(64)}${word.slice(2)}` : word,
          blockNumber: `0x${block.toString(16)}`,
          logIndex: '0x0',
          transactionHash: `0x${implementation.repeat(32).slice(0, 64)}`,
        };
      }),
  };
}

async function read() {
  const history = await readImplementations(rpcOf([url]), PROXY, new AbortController().signal);
  if (!history.ok) return history.error.code;
  const { upgrades, from, to } = history.value;
  return { upgrades: upgrades.map(({ implementation }) => implementation.slice(2, 4)), from, to };
}

test('all blocks are asked for at once, and events of all kinds of proxies count', async () => {
  expect(await read()).toEqual({ upgrades: ['cc', 'bb', 'aa'], from: 0, to: HEAD });
  expect(spans).toEqual([[0, HEAD]]);
});

test('an endpoint that limits the range is asked in windows that it takes, without a gap', async () => {
  limit = 60_000;
  expect(await read()).toEqual({ upgrades: ['cc', 'bb', 'aa'], from: 0, to: HEAD });
  const taken = spans.filter(([from, to]) => to - from + 1 <= limit);
  for (const [index, [from]] of taken.entries()) expect(from).toBe((taken[index + 1]?.[1] ?? -1) + 1);
});

test('an endpoint without old logs says how far back it went', async () => {
  oldest = 300_000;
  const history = await read();
  expect(history).toMatchObject({ upgrades: ['cc', 'bb'], to: HEAD });
  expect((history as { from: number }).from).toBeGreaterThanOrEqual(oldest);
  expect((history as { from: number }).from).toBeLessThan(oldest + 1_000);
});

test('a range that would take too many requests is searched as far as they reach', async () => {
  limit = 1_000;
  const history = await read();
  expect(history).toMatchObject({ upgrades: ['cc'] });
  expect(spans.length).toBeLessThanOrEqual(40);
});

test('an endpoint that gives no logs at all is a failure', async () => {
  limit = 0;
  expect(await read()).not.toHaveProperty('upgrades');
});

test('Compound tells the implementation before, and then the new one', async () => {
  events = [{ block: 5, implementation: 'dd', topic: NEW_IMPLEMENTATION, isIndexed: false }];
  expect(await read()).toMatchObject({ upgrades: ['dd'] });
});

test('what names no address is left out', async () => {
  // Thirty bytes, which are no address.
  events = [{ block: 5, implementation: 'aaa', topic: UPGRADED, isIndexed: true }];
  expect(await read()).toMatchObject({ upgrades: [] });
});
