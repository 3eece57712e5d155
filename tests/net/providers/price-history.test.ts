/** The chart of a price, from a server with the answers that DefiLlama documents. */
import { afterEach, expect, test } from 'vitest';
import { askProviders } from '../../../src/net/providers/ask-providers';
import { priceHistoryService } from '../../../src/net/providers/price-history';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';

let server: JsonServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const ZERO = `0x${'0'.repeat(40)}`;
const { signal } = new AbortController();

async function history(body: unknown, status = 200, consent: Record<string, boolean> = { prices: true }) {
  server = await startJsonServer(() => ({ status, body }));
  const question = { chain: 'ethereum', token: 'native' as const, start: 1_700_000_000, points: 3, period: '1d' };
  return askProviders([priceHistoryService(`${server.url}/`)], question, { consent, signal });
}

test('prices come oldest first, as many as were asked for', async () => {
  const answer = await history({
    coins: {
      [`Ethereum:${ZERO}`]: {
        decimals: 18,
        symbol: 'ETH',
        confidence: 0.99,
        prices: [
          { timestamp: 1_700_086_398, price: 2_050 },
          { timestamp: 1_700_000_002, price: 2_031.5 },
          { timestamp: 1_700_172_801, price: 2_100 },
          { timestamp: 1_700_259_200, price: 2_200 },
        ],
      },
    },
  });
  expect(server?.seen).toEqual([`/chart/ethereum:${ZERO}?start=1700000000&span=3&period=1d`]);
  expect(answer.ok && answer.value.rows).toEqual([
    { at: 1_700_000_002, usd: 2_031.5 },
    { at: 1_700_086_398, usd: 2_050 },
    { at: 1_700_172_801, usd: 2_100 },
  ]);
});

test('an asset that the service does not have is no failure', async () => {
  expect(await history({ coins: {} })).toMatchObject({ ok: true, value: { rows: [] } });
});

test('without consent nothing is asked', async () => {
  expect(await history({ coins: {} }, 200, {})).toMatchObject({
    ok: true,
    value: { rows: [], skipped: [{ reason: 'It is not switched on.' }] },
  });
  expect(server?.seen).toEqual([]);
});

test.each([
  { coins: { [`ethereum:${ZERO}`]: { prices: [{ timestamp: 1, price: '12' }] } } },
  { coins: { [`ethereum:${ZERO}`]: { prices: [{ timestamp: 1, price: -1 }] } } },
  { coins: { [`ethereum:${ZERO}`]: { prices: {} } } },
  { chart: [] },
  'text',
])('an answer of another shape is no price: %j', async (body) => {
  expect(await history(body)).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
});

test.each([
  [429, 'rateLimited'],
  [502, 'endpointDown'],
] as const)('HTTP %d is told as what it is', async (status, code) => {
  expect(await history({ message: 'no' }, status)).toMatchObject({ ok: false, error: { code } });
});
