import { afterEach, expect, test } from 'vitest';
import type { Address } from '../../../src/core/chain/primitives';
import { askAllPages } from '../../../src/net/providers/ask-providers';
import { priceService } from '../../../src/net/providers/prices';
import { type JsonServer, startJsonServer } from '../../helpers/json-server';

let server: JsonServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const TOKEN = '0x0123456789012345678901234567890123456789' as Address;
const OTHER = '0x9876543210987654321098765432109876543210' as Address;
const ZERO = `0x${'0'.repeat(40)}`;

async function prices(body: unknown, tokens: readonly (Address | 'native')[] = ['native', TOKEN, OTHER]) {
  server = await startJsonServer(() => ({ status: 200, body }));
  const question = { chain: 'ethereum', tokens, second: 1_700_000_000 };
  const options = { consent: { prices: true }, signal: new AbortController().signal };
  return askAllPages([priceService(server.url)], question, options);
}

test('prices come by token with the time they are of; what has none is absent', async () => {
  const answer = await prices({
    coins: {
      [`ethereum:${ZERO}`]: { price: 2_031.5, symbol: 'ETH', timestamp: 1_699_999_990, confidence: 0.99 },
      [`ethereum:${TOKEN.toUpperCase().replace('0X', '0x')}`]: { price: 0.5, timestamp: 1_699_999_000 },
    },
  });
  expect(server?.seen).toEqual([`/prices/historical/1700000000/ethereum:${ZERO},ethereum:${TOKEN},ethereum:${OTHER}`]);
  expect(answer.ok && answer.value.rows).toEqual([
    { token: 'native', usd: 2_031.5, at: 1_699_999_990 },
    { token: TOKEN, usd: 0.5, at: 1_699_999_000 },
  ]);
});

test('many tokens are asked for in several requests', async () => {
  const many = Array.from({ length: 130 }, (_, at) => `0x${at.toString(16).padStart(40, '0')}` as Address);
  expect((await prices({ coins: {} }, many)).ok).toBe(true);
  expect(server?.seen).toHaveLength(3);
});

test.each([
  { coins: { [`ethereum:${TOKEN}`]: { price: '12', timestamp: 1 } } },
  { coins: { [`ethereum:${TOKEN}`]: { price: -1, timestamp: 1 } } },
  { prices: [] },
  'text',
])('an answer of another shape is no price: %j', async (body) => {
  expect(await prices(body)).toMatchObject({ ok: false, error: { code: 'badAnswer' } });
});
