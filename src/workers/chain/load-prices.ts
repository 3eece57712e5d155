/** What assets were worth at a time, where the reader allows asking. */

import type { Address, NetworkId } from '../../core/chain/primitives';
import { priceChainOf } from '../../core/config/price-chains';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import { askAllPages } from '../../net/providers/ask-providers';
import { type Price, priceService } from '../../net/providers/prices';
import type { Prices } from './chain.api';
import type { Chains } from './chains';

/** Tokens that are asked about at most; the values of further tokens of a transaction are missing. */
const MAX_TOKENS = 300;
/** Answers kept for the next question, most of them of a transaction each. */
const MAX_ANSWERS = 50;

/** Answers of this session, by what was asked. */
const answered = new Map<string, readonly Price[]>();

/** Asks for the prices of the native asset and of `tokens` at a second since the epoch. */
export async function pricesAt(
  chains: Chains,
  networkId: NetworkId,
  tokens: readonly Address[],
  second: number,
  signal: AbortSignal,
): Promise<Result<Prices, Failure>> {
  const [{ thirdParties }, consent] = await Promise.all([chains.config(), readPreference('providers')]);
  const provider = priceService(thirdParties.prices);
  if (!provider.allowed(consent)) return ok({ state: 'off' });
  const chain = priceChainOf(networkId, thirdParties.prices);
  const source = hostOf(thirdParties.prices);
  if (chain === undefined) return ok({ state: 'noSuchChain', source });
  const asked = ['native' as const, ...tokens].slice(0, MAX_TOKENS);
  const key = [thirdParties.prices, networkId, second, ...asked].join(' ');
  let prices = answered.get(key);
  if (prices === undefined) {
    const fetched = await askAllPages([provider], { chain, tokens: asked, second }, { consent, signal });
    if (!fetched.ok) return fetched;
    prices = fetched.value.rows;
    answered.set(key, prices);
    for (const old of [...answered.keys()].slice(0, Math.max(0, answered.size - MAX_ANSWERS))) answered.delete(old);
  }
  const list = prices.map(({ token, ...price }) => ({ ...(token === 'native' ? {} : { token }), ...price }));
  return ok({ state: 'here', source, prices: list });
}

/** Returns the host of a service whose address in the configuration may be a path of the page's own origin. */
export function hostOf(url: string): string {
  const { origin } = (globalThis as { location?: { origin: string } }).location ?? { origin: 'http://localhost' };
  return new URL(url, origin).host;
}
