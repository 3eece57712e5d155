/**
 * Prices in US dollars from a service with the interface of DefiLlama's coins
 * API. A third party: ask only with the reader's consent, since it learns which
 * tokens are looked at.
 */
import { finite, minValue, nullish, number, object, pipe, record, safeParse, string } from 'valibot';
import type { Address } from '../core/chain/primitives';
import type { Failure } from '../core/failure';
import { fail, ok, type Result } from '../core/result';
import { badAnswer, fetchJson } from './third-party';

export type PriceOptions = {
  /** `https://coins.llama.fi`, from the configuration. */
  baseUrl: string;
  signal?: AbortSignal | undefined;
  timeout?: number;
};

/** Of one unit of a token, and the second it is of. */
export type Price = { usd: number; at: number };

const NAME = 'The price service';
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
 * GET /prices/historical/{second}/{chain}:{token},…: of each token the price
 * nearest to `second`; those without one are absent. `native` is the chain's currency.
 */
export async function fetchPrices(
  chain: string,
  tokens: readonly (Address | 'native')[],
  second: number,
  options: PriceOptions,
): Promise<Result<ReadonlyMap<Address | 'native', Price>, Failure>> {
  const prices = new Map<Address | 'native', Price>();
  for (let start = 0; start < tokens.length; start += BATCH) {
    const batch = tokens.slice(start, start + BATCH);
    const coins = batch.map((token) => `${chain}:${token === 'native' ? NATIVE : token}`);
    const base = options.baseUrl.replace(/\/+$/, '');
    const url = `${base}/prices/historical/${Math.floor(second)}/${coins.join(',')}`;
    const source = { name: NAME, url, maxBytes: MAX_BYTES };
    const answer = await fetchJson(source, { signal: options.signal, timeout: options.timeout ?? 10_000 });
    if (!answer.ok) return answer;
    const parsed = safeParse(answerSchema, answer.value, { abortEarly: true });
    if (!parsed.success) return fail(badAnswer(NAME, parsed.issues[0].message));
    const found = new Map(Object.entries(parsed.output.coins).map(([coin, price]) => [coin.toLowerCase(), price]));
    for (const [at, token] of batch.entries()) {
      const price = found.get((coins[at] ?? '').toLowerCase());
      if (price) prices.set(token, { usd: price.price, at: price.timestamp });
    }
  }
  return ok(prices);
}
