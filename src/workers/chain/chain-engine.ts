/** What is asked of a chain. What a page of transactions needs first is here; the rest is loaded when it is asked for. */
import { ok } from '../../core/values/result';
import { onStorageState } from '../../db/database';
import { createEvents } from '../event-listeners';
import type { Jobs } from '../jobs';
import type { ChainApi, ChainEvent } from './chain.api';
import type { Chains } from './chains';
import { readHead } from './read-head';
import type { TransactionStore } from './transaction-store';

export function createChainEngine(chains: Chains, transactions: TransactionStore, jobs: Jobs): ChainApi {
  const events = createEvents<ChainEvent>();
  onStorageState((state) =>
    events.emit(state.usable ? { type: 'storage' } : { type: 'storage', failure: state.failure }),
  );
  return {
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
    addressTransactions: (job, networkId, address, part, cursor) =>
      jobs.run(job, async (signal) => {
        const { findTransactions } = await import('./find-transactions');
        return findTransactions(chains, networkId, address, part, cursor, signal);
      }),
    askHost: (job, question) =>
      jobs.run(job, async (signal) => {
        const { askHosted } = await import('./host-questions');
        return askHosted(chains, question, signal);
      }),
    internalTransactions: (job, networkId, address, cursor) =>
      jobs.run(job, async (signal) => {
        const { findInternals } = await import('./find-movements');
        return findInternals(chains, networkId, address, cursor, signal);
      }),
    addressTransfers: (job, networkId, address, kind, cursor) =>
      jobs.run(job, async (signal) => {
        const { findTransfers } = await import('./find-movements');
        return findTransfers(chains, { networkId, address, kind }, cursor, signal);
      }),
    lookUpEns: (job, networkId, nameOrAddress) =>
      jobs.run(job, async (signal) => {
        const { lookUpEns } = await import('./look-up-ens');
        return lookUpEns(chains, networkId, nameOrAddress, signal);
      }),
    searchHost: (job, text) =>
      jobs.run(job, async (signal) => {
        const { searchHost } = await import('./search-host');
        return searchHost(chains, text, signal);
      }),
    networkOfTransaction: (job, hash) =>
      jobs.run(job, async (signal) => {
        const { networkOfTransaction } = await import('./search-host');
        return networkOfTransaction(chains, hash, signal);
      }),
    askPermissions: (job, projects) =>
      jobs.run(job, async (signal) => {
        const { askPermissions } = await import('./ask-permissions');
        return askPermissions(chains, projects, signal);
      }),
    contractCreation: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const { findCreation } = await import('./find-creation');
        return findCreation(chains, networkId, address, signal);
      }),
    head: async (networkId) => readHead(await chains.rpc(networkId)),
    async headOfEndpoint(networkId, url) {
      const { headOfEndpoint } = await import('./head-of-endpoint');
      return headOfEndpoint(chains, networkId, url);
    },
    async finality(networkId) {
      const { readFinality } = await import('./read-finality');
      return readFinality(chains, networkId);
    },
    probe: (job, endpoint) =>
      jobs.run(job, async (signal) => {
        const { probe } = await import('./probe-endpoint');
        return probe(chains, endpoint, signal);
      }),
    networks: () => chains.networks(),
    statedLimit: (job, networkId, name) =>
      jobs.run(job, async (signal) => {
        const { askStatedLimit } = await import('./stated-limit');
        return askStatedLimit(chains, networkId, name, signal);
      }),

    callContracts: (job, networkId, calls, at, accounts) =>
      jobs.run(job, async (signal) => {
        const { callContracts } = await import('./contract-calls');
        return callContracts(await chains.rpc(networkId), calls, at, signal, accounts);
      }),
    async nodeAccounts(networkId) {
      const { nodeAccounts } = await import('./contract-calls');
      return nodeAccounts(await chains.rpc(networkId));
    },
    async sendFromNode(networkId, transaction) {
      const { sendFromNode } = await import('./contract-calls');
      return sendFromNode(await chains.rpc(networkId), transaction);
    },
    waitForTransaction: (job, networkId, hash, onDelay) =>
      jobs.run(job, async (signal) => {
        const { waitForTransaction } = await import('./wait-for-transaction');
        return waitForTransaction(await chains.rpc(networkId), hash, signal, onDelay);
      }),
  };
}
