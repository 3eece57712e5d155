/** What is asked of a chain. What a page of transactions needs first is here; the rest is loaded when it is asked for. */
import { ok } from '../../core/values/result';
import { onStorageState } from '../../db/database';
import { createEvents } from '../event-listeners';
import { jobsOf, withPart } from '../loaded-parts';
import type { Jobs } from '../scheduling/jobs';
import { once } from '../scheduling/once';
import type { ChainApi, ChainEvent } from './chain.api';
import type { OfEngine, QuestionJobs } from './chain-questions';
import type { Chains } from './chains';
import { readHead } from './read-head';
import type { TransactionStore } from './transaction-store';

export function createChainEngine(chains: Chains, transactions: TransactionStore, jobs: Jobs): ChainApi {
  const events = createEvents<ChainEvent>();
  onStorageState((state) =>
    events.emit(state.usable ? { type: 'storage' } : { type: 'storage', failure: state.failure }),
  );
  const questions = once(async () => (await import('./chain-questions')).createChainQuestions(chains));
  const own: Pick<ChainApi, OfEngine> = {
    async configure(config) {
      chains.configure(config);
    },
    subscribe: async (listener) => events.subscribe(listener),
    async setTokens(keeper) {
      chains.setTokens(keeper);
    },
    cancel: async (job) => jobs.cancel(job),

    loadTransaction: (job, key, refresh) =>
      jobs.run(job, async (signal) => {
        await chains.config();
        const loaded = await chains.scheduler.run('shown', () => transactions.load(key, refresh, signal));
        return loaded.ok ? ok(loaded.value.record) : loaded;
      }),
    loadBlock: (job, networkId, block, refresh) =>
      jobs.run(job, async (signal) => {
        const { loadBlock } = await import('./load-block');
        return loadBlock(chains, networkId, block, refresh, signal);
      }),
    loadBlocks: (job, networkId, newest, count) =>
      jobs.run(job, async (signal) => {
        const { loadBlocks } = await import('./load-blocks');
        return loadBlocks(chains, networkId, newest, count, signal);
      }),
    head: async (networkId) => readHead(await chains.rpc(networkId)),
    networks: () => chains.networks(),

    ...jobsOf<QuestionJobs>(jobs, questions, {
      addressTransactions: true,
      askHost: true,
      internalTransactions: true,
      addressTransfers: true,
      lookUpEns: true,
      searchHost: true,
      networkOfTransaction: true,
      askPermissions: true,
      contractCreation: true,
      probe: true,
      statedLimit: true,
      callContracts: true,
      waitForTransaction: true,
    }),
  };
  return withPart(own, questions);
}
