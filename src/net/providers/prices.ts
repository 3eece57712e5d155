/**
 * Prices in US dollars from a service with the interface of DefiLlama's coins
 * API, which learns which tokens are looked at.
 */
import { finite, minValue, nullish, number, object, pipe, record, safeParse, string } from 'valibot';
import type { Address } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { badAnswer, fetchJson } from './fetch-json';
import type { Cursor, Provider } from './provider';

/** `chain` as the service names it; `native` is the chain's currency. */
export type PriceQuestion = { chain: string; tokens: readonly (Address | 'native')[]; second: number };

/** Price of one unit of a token, and the second that it is for. */
export type Price = { token: Address | 'native'; usd: number; at: number };

/** Name that the reader knows it by. */
export const PRICE_SERVICE = 'The price service';
const MAX_BYTES = 2 * 1024 * 1024;
/** Tokens in one request: the list stands in the path. */
const BATCH = 60;
/** The chain's own currency, as the service asks for it. */
const NATIVE = `0x${'0'.repeat(40)}`;

const answerSchema = object({
  coins: record(
    string(),
    nullish(object({ price: pipe(number(), finite(), minValue(0)), timestamp: pipe(number(), finite(), minValue(0)) })),
  ),
});

/**
 * Returns the provider of token prices: for each token the price nearest to the
 * second; tokens without one are absent. A page answers as many tokens as one
 * request may ask. `baseUrl` is `https://coins.llama.fi`, from the
 * configuration.
 */
export function priceService(baseUrl: string): Provider<PriceQuestion, Price, 'prices'> {
  return {
    id: 'prices',
    name: PRICE_SERVICE,
    origin: 'prices',
    allowed: (consent) => consent.prices === true,
    async ask({ chain, tokens, second }, cursor, signal) {
      const start = cursor === undefined ? 0 : Number(cursor);
      const batch = tokens.slice(start, start + BATCH);
      if (batch.length === 0) return ok({ rows: [] });
      const rows = await fetchBatch(baseUrl, { chain, tokens: batch, second }, signal);
      if (!rows.ok) return rows;
      const end = start + BATCH;
      return ok({ rows: rows.value, ...(end < tokens.length ? { next: String(end) as Cursor } : {}) });
    },
  };
}

/** GET /prices/historical/{second}/{chain}:{token},… */
async function fetchBatch(
  baseUrl: string,
  { chain, tokens, second }: PriceQuestion,
  signal: AbortSignal,
): Promise<Result<readonly Price[], Failure>> {
  const coins = tokens.map((token) => coinOf(chain, token));
  const url = `${serviceUrl(baseUrl)}/prices/historical/${Math.floor(second)}/${coins.join(',')}`;
  const answer = await fetchJson({ name: PRICE_SERVICE, url, maxBytes: MAX_BYTES }, { signal, timeout: 10_000 });
  if (!answer.ok) return answer;
  const parsed = safeParse(answerSchema, answer.value, { abortEarly: true });
  if (!parsed.success) return fail(badAnswer(PRICE_SERVICE, parsed.issues[0].message));
  const found = new Map(Object.entries(parsed.output.coins).map(([coin, price]) => [coin.toLowerCase(), price]));
  return ok(
    tokens.flatMap((token, index) => {
      const price = found.get((coins[index] ?? '').toLowerCase());
      return price ? [{ token, usd: price.price, at: price.timestamp }] : [];
    }),
  );
}

/** Returns an asset as the service names it. */
export function coinOf(chain: string, token: Address | 'native'): string {
  return `${chain}:${token === 'native' ? NATIVE : token}`;
}

/** Returns the address of the service as the configuration has it, without a slash at its end. */
export function serviceUrl(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '');
}
