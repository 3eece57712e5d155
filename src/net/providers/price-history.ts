/** What one asset was worth over time, from the service of prices (`prices.ts`), which learns which asset is looked at. */
import { array, finite, minValue, nullish, number, object, pipe, record, safeParse, string } from 'valibot';
import type { Address } from '../../core/chain/primitives';
import { fail, ok } from '../../core/values/result';
import { badAnswer, fetchJson } from './fetch-json';
import { coinOf, PRICE_SERVICE, serviceUrl } from './prices';
import type { Provider } from './provider';

/** `chain` as the service names it; from the second `start` on, `points` of them, each `period` after the one before (`1d`). */
export type PriceHistoryQuestion = {
  chain: string;
  token: Address | 'native';
  start: number;
  points: number;
  period: string;
};

/** US dollars of one unit, and the second they are of. */
export type PricePoint = { at: number; usd: number };

const MAX_BYTES = 256 * 1024;

const amount = pipe(number(), finite(), minValue(0));
const answerSchema = object({
  coins: record(string(), nullish(object({ prices: array(object({ timestamp: amount, price: amount })) }))),
});

/** Returns the provider of prices, oldest first; none where the service has none of the asset. GET /chart/{chain}:{token} */
export function priceHistoryService(baseUrl: string): Provider<PriceHistoryQuestion, PricePoint, 'prices'> {
  return {
    id: 'prices',
    name: PRICE_SERVICE,
    origin: 'prices',
    allowed: (consent) => consent.prices === true,
    async ask({ chain, token, start, points, period }, _cursor, signal) {
      const coin = coinOf(chain, token);
      const query = new URLSearchParams({ start: String(start), span: String(points), period });
      const url = `${serviceUrl(baseUrl)}/chart/${coin}?${query}`;
      const answer = await fetchJson({ name: PRICE_SERVICE, url, maxBytes: MAX_BYTES }, { signal, timeout: 10_000 });
      if (!answer.ok) return answer;
      const parsed = safeParse(answerSchema, answer.value, { abortEarly: true });
      if (!parsed.success) return fail(badAnswer(PRICE_SERVICE, parsed.issues[0].message));
      const [found] = Object.entries(parsed.output.coins).filter(([key]) => key.toLowerCase() === coin.toLowerCase());
      const prices = found?.[1]?.prices ?? [];
      return ok({
        rows: prices
          .slice(0, points)
          .map(({ timestamp, price }) => ({ at: timestamp, usd: price }))
          .sort((a, b) => a.at - b.at),
      });
    },
  };
}
