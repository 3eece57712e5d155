/** What is asked of tokens. The engine comes with every page, so what answers is loaded with the first question. */
import type { Chains } from '../chain/chains';
import { jobsOf } from '../loaded-parts';
import type { Jobs } from '../scheduling/jobs';
import type { TokensApi } from './tokens.api';
import type { TokenJobs } from './tokens-answers';

export function createTokensEngine(chains: Chains, jobs: Jobs): TokensApi {
  const load = async () => (await import('./tokens-answers')).createTokensAnswers(chains);
  return {
    cancel: async (job) => jobs.cancel(job),
    ...jobsOf<TokenJobs>(jobs, load, {
      balances: true,
      supply: true,
      itemUnits: true,
      loadItem: true,
      loadMetadata: true,
      loadPicture: true,
      prices: true,
      nativePrices: true,
    }),
  };
}
