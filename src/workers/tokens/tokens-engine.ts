/** What is asked of tokens. What answers is loaded when it is first asked for: the engine comes with every page. */
import type { NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { Rpc } from '../../net/rpc/rpc';
import type { Chains } from '../chain/chains';
import type { JobId } from '../ids';
import type { Jobs } from '../jobs';
import type { TokensApi } from './tokens.api';

type Parts = typeof import('./ask-tokens') & typeof import('./load-metadata');

export function createTokensEngine(chains: Chains, jobs: Jobs): TokensApi {
  const load = <T>(job: JobId, ask: (part: Parts, signal: AbortSignal) => Promise<Result<T, Failure>>) =>
    jobs.run(job, async (signal) => {
      const [{ askBalances, askItem, askSupply, nativePrices, pricesNow }, { loadMetadata, loadPicture }] =
        await Promise.all([import('./ask-tokens'), import('./load-metadata')]);
      return ask({ askBalances, askItem, askSupply, nativePrices, pricesNow, loadMetadata, loadPicture }, signal);
    });
  const call = <T>(
    job: JobId,
    networkId: NetworkId,
    ask: (part: Parts, rpc: Rpc, signal: AbortSignal) => Promise<Result<T, Failure>>,
  ) => load(job, async (part, signal) => ask(part, await chains.rpc(networkId), signal));
  return {
    cancel: async (job) => jobs.cancel(job),
    balances: (job, id, asked) => call(job, id, (part, rpc, signal) => part.askBalances(rpc, asked, signal)),
    supply: (job, id, token) => call(job, id, (part, rpc, signal) => part.askSupply(rpc, token, signal)),
    loadItem: (job, id, token, tokenId) =>
      call(job, id, (part, rpc, signal) => part.askItem(rpc, token, tokenId, signal)),
    loadMetadata: (job, id, token, standard, tokenId) =>
      call(job, id, (part, rpc, signal) => part.loadMetadata(chains, rpc, { token, standard, tokenId }, signal)),
    loadPicture: (job, uri, kind) => load(job, (part, signal) => part.loadPicture(chains, uri, kind, signal)),
    prices: (job, id, tokens) => load(job, (part, signal) => part.pricesNow(chains, id, tokens, signal)),
    nativePrices: (job, id) => load(job, (part, signal) => part.nativePrices(chains, id, signal)),
  };
}
