/** Balances, supplies and owners, as the contracts of tokens answer over the network's endpoint, and what they are worth. */

import type { Address, Hex, NetworkId } from '../../core/chain/primitives';
import { isCounted } from '../../core/chain/token-standard';
import { priceChainOf } from '../../core/config/price-chains';
import { callData, decodeAddress, decodeAmount, TOKEN_CALLS } from '../../core/tokens/token-calls';
import type { Failure } from '../../core/values/failure';
import { ok, type Result } from '../../core/values/result';
import { readPreference } from '../../db/reader/preferences';
import { callContract, fetchBalance } from '../../net/account-reader';
import { fetchBlockNumber } from '../../net/chain-reader';
import { askProviders } from '../../net/providers/ask-providers';
import { priceHistoryService } from '../../net/providers/price-history';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchItemMetadata } from '../../net/token-metadata';
import type { Prices } from '../chain/chain.api';
import type { Chains } from '../chain/chains';
import { hostOf, pricesAt } from '../chain/load-prices';
import { detectToken } from '../contracts/detect-token';
import type { BalanceQuestion, Balances, ItemFacts, ItemQuestion, ItemUnits, NativePrices } from './tokens.api';

/** The course of a price: how many points, and the seconds between two. */
const DAYS = 30;
const DAY = 86_400;

/** Questions that are asked at once. */
const MAX_QUESTIONS = 1_000;

/** Asks for balances of one block: rows that are read beside one another must not be of different ones. */
export async function askBalances(
  rpc: Rpc,
  asked: readonly BalanceQuestion[],
  signal: AbortSignal,
): Promise<Result<Balances, Failure>> {
  const block = await fetchBlockNumber(rpc, { signal });
  if (!block.ok) return block;
  const answers = await Promise.all(
    asked.slice(0, MAX_QUESTIONS).map((one) => askBalance(rpc, one, block.value, signal)),
  );
  const failed = answers.find((answer) => !answer.ok);
  if (failed?.ok === false) return failed;
  return ok({ block: block.value, amounts: answers.map((answer) => (answer.ok ? answer.value : undefined)) });
}

/** Undefined where the contract does not answer. */
async function askBalance(
  rpc: Rpc,
  { token, holder, tokenId }: BalanceQuestion,
  block: number,
  signal: AbortSignal,
): Promise<Result<bigint | undefined, Failure>> {
  if (token === 'native') return fetchBalance(rpc, holder, block, { signal });
  const data =
    tokenId === undefined
      ? callData(TOKEN_CALLS.balanceOf, holder)
      : callData(TOKEN_CALLS.balanceOfItem, holder, tokenId);
  const answer = await callContract(rpc, { to: token, data }, block, { signal });
  if (!answer.ok) return answer;
  return ok(answer.value.reverted ? undefined : decodeAmount(answer.value.data));
}

export async function askSupply(
  rpc: Rpc,
  token: Address,
  signal: AbortSignal,
): Promise<Result<bigint | undefined, Failure>> {
  const answer = await callContract(rpc, { to: token, data: TOKEN_CALLS.totalSupply }, 'latest', { signal });
  if (!answer.ok) return answer;
  return ok(answer.value.reverted ? undefined : decodeAmount(answer.value.data));
}

/** Asks what the metadata extension of ERC-6909 says of each item; nothing of those whose contract does not have it. */
export async function askItemUnits(
  rpc: Rpc,
  asked: readonly ItemQuestion[],
  signal: AbortSignal,
): Promise<Result<readonly ItemUnits[], Failure>> {
  const answers = await Promise.all(
    asked.slice(0, MAX_QUESTIONS).map(({ token, tokenId }) => fetchItemMetadata(rpc, token, tokenId, signal)),
  );
  const units: ItemUnits[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    units.push(answer.value);
  }
  return ok(units);
}

export async function askItem(
  rpc: Rpc,
  token: Address,
  tokenId: bigint,
  signal: AbortSignal,
): Promise<Result<ItemFacts, Failure>> {
  const ask = (data: Hex) => callContract(rpc, { to: token, data }, 'latest', { signal });
  const [collection, owner, supply] = await Promise.all([
    detectToken(rpc, token, signal),
    ask(callData(TOKEN_CALLS.ownerOf, tokenId)),
    ask(callData(TOKEN_CALLS.supplyOfItem, tokenId)),
  ]);
  if (!collection.ok) return collection;
  if (!owner.ok) return owner;
  if (!supply.ok) return supply;
  const standard = collection.value?.standard;
  const owned = owner.value.reverted || standard !== 'ERC-721' ? undefined : decodeAddress(owner.value.data);
  const made = supply.value.reverted || !isCounted(standard) ? undefined : decodeAmount(supply.value.data);
  return ok({
    collection: collection.value,
    ...(owned === undefined ? {} : { owner: owned }),
    ...(made === undefined ? {} : { supply: made }),
  });
}

/** Asks for prices as of the current minute, so that a repeated question finds the kept answer. */
export function pricesNow(
  chains: Chains,
  networkId: NetworkId,
  tokens: readonly Address[],
  signal: AbortSignal,
): Promise<Result<Prices, Failure>> {
  return pricesAt(chains, networkId, tokens, Math.floor(Date.now() / 60_000) * 60, signal);
}

/** Returns the price of a chain's native asset, a point a day up to today, where the reader allows asking. */
export async function nativePrices(
  chains: Chains,
  networkId: NetworkId,
  signal: AbortSignal,
): Promise<Result<NativePrices, Failure>> {
  const [{ thirdParties }, consent] = await Promise.all([chains.config(), readPreference('providers')]);
  const provider = priceHistoryService(thirdParties.prices);
  const source = hostOf(thirdParties.prices);
  const chain = priceChainOf(networkId, thirdParties.prices);
  if (!provider.allowed(consent)) return ok({ state: 'off', source });
  if (chain === undefined) return ok({ state: 'here', source, points: [] });
  const today = Math.floor(Date.now() / 1_000 / DAY) * DAY;
  const question = { chain, token: 'native' as const, start: today - (DAYS - 1) * DAY, points: DAYS, period: '1d' };
  const page = await askProviders([provider], question, { consent, signal });
  return page.ok ? ok({ state: 'here', source, points: page.value.rows }) : page;
}
