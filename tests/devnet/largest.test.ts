/** The whole demo chain, with its largest transaction. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Devnet, startDevnet } from '../../devnet/demo-chain';
import { transactionNotes } from '../../devnet/names';
import { request } from '../../devnet/rpc';

let devnet: Devnet;

beforeAll(async () => {
  devnet = await startDevnet();
});

afterAll(() => devnet?.stop());

test('has a transaction for each name', () => {
  expect(devnet.manifest.transactions.map(({ name, note }) => [name, note])).toEqual(Object.entries(transactionNotes));
});

test('makes more than 100,000 calls in one transaction, which succeeds', async () => {
  const hash = devnet.hashOf('hundred-thousand-calls');
  expect(await request(devnet.rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' });
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: false } };
  const response = await fetch(devnet.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_traceTransaction', params: [hash, tracer] }),
  });
  expect((await response.text()).match(/"from":/g)).toHaveLength(100_801);
});
