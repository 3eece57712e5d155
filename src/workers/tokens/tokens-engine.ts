/** What is asked of tokens. What answers is loaded when it is first asked for. */
import type { Chains } from '../chain/chains';
import type { Jobs } from '../jobs';
import type { TokensApi } from './tokens.api';

export function createTokensEngine(chains: Chains, jobs: Jobs): TokensApi {
  return {
    cancel: async (job) => jobs.cancel(job),
    balances: (job, networkId, asked) =>
      jobs.run(job, async (signal) => {
        const [{ askBalances }, rpc] = await Promise.all([import('./ask-tokens'), chains.rpc(networkId)]);
        return askBalances(rpc, asked, signal);
      }),
    supply: (job, networkId, token) =>
      jobs.run(job, async (signal) => {
        const [{ askSupply }, rpc] = await Promise.all([import('./ask-tokens'), chains.rpc(networkId)]);
        return askSupply(rpc, token, signal);
      }),
    loadItem: (job, networkId, token, tokenId) =>
      jobs.run(job, async (signal) => {
        const [{ askItem }, rpc] = await Promise.all([import('./ask-tokens'), chains.rpc(networkId)]);
        return askItem(rpc, token, tokenId, signal);
      }),
    loadMetadata: (job, networkId, token, standard, tokenId) =>
      jobs.run(job, async (signal) => {
        const [{ loadMetadata }, rpc] = await Promise.all([import('./load-metadata'), chains.rpc(networkId)]);
        return loadMetadata(chains, rpc, { token, standard, tokenId }, signal);
      }),
    loadPicture: (job, uri) =>
      jobs.run(job, async (signal) => {
        const { loadPicture } = await import('./load-metadata');
        return loadPicture(chains, uri, signal);
      }),
    prices: (job, networkId, tokens) =>
      jobs.run(job, async (signal) => {
        const { pricesAt } = await import('../chain/load-prices');
        // Prices of the minute: the answers of a session are kept by what was asked.
        return pricesAt(chains, networkId, tokens, Math.floor(Date.now() / 60_000) * 60, signal);
      }),
  };
}
