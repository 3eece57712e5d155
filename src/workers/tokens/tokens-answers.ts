/** What answers questions about tokens. */
import type { Chains } from '../chain/chains';
import type { WithSignal } from '../loaded-parts';
import { askBalances, askItem, askItemUnits, askSupply, nativePrices, pricesNow } from './ask-tokens';
import { loadMetadata, loadPicture } from './load-metadata';
import type { TokensApi } from './tokens.api';

export type TokenJobs = Omit<TokensApi, 'cancel'>;

export function createTokensAnswers(chains: Chains): WithSignal<TokenJobs> {
  return {
    balances: async (signal, id, asked) => askBalances(await chains.rpc(id), asked, signal),
    supply: async (signal, id, token) => askSupply(await chains.rpc(id), token, signal),
    itemUnits: async (signal, id, asked) => askItemUnits(await chains.rpc(id), asked, signal),
    loadItem: async (signal, id, token, tokenId) => askItem(await chains.rpc(id), token, tokenId, signal),
    loadMetadata: async (signal, id, token, standard, tokenId) =>
      loadMetadata(chains, await chains.rpc(id), { token, standard, tokenId }, signal),
    loadPicture: (signal, uri, kind, id) => loadPicture(chains, uri, kind, id, signal),
    prices: (signal, id, tokens) => pricesNow(chains, id, tokens, signal),
    nativePrices: (signal, id) => nativePrices(chains, id, signal),
  };
}
