/** What is asked of a chain beside transactions and blocks. The engine comes with every page, so it is loaded with the first question. */
import type { WithSignal } from '../loaded-parts';
import type { ChainApi } from './chain.api';
import type { Chains } from './chains';

/** The questions that run as jobs. */
export type QuestionJobs = Pick<
  ChainApi,
  | 'addressTransactions'
  | 'askHost'
  | 'internalTransactions'
  | 'addressTransfers'
  | 'lookUpEns'
  | 'searchHost'
  | 'networkOfTransaction'
  | 'askPermissions'
  | 'contractCreation'
  | 'probe'
  | 'statedLimit'
  | 'callContracts'
  | 'waitForTransaction'
>;

type Plain = 'headOfEndpoint' | 'finality' | 'nodeAccounts' | 'sendFromNode';

/** Methods of the worker's contract that the engine answers before this file is loaded. */
export type OfEngine = Exclude<keyof ChainApi, Plain>;

export function createChainQuestions(chains: Chains): WithSignal<QuestionJobs> & Pick<ChainApi, Plain> {
  /** A question whose answer needs nothing but the chains. Of what is asked nothing may be left out: the signal is last. */
  const asked =
    <Asked extends unknown[], Told>(
      load: () => Promise<(chains: Chains, ...asked: [...Asked, AbortSignal]) => Promise<Told>>,
    ) =>
    async (signal: AbortSignal, ...question: Asked) =>
      (await load())(chains, ...question, signal);
  return {
    async addressTransactions(signal, networkId, address, part, cursor) {
      const { findTransactions } = await import('./find-transactions');
      return findTransactions(chains, networkId, address, part, cursor, signal);
    },
    async askHost(signal, question) {
      const { askHosted } = await import('./host-questions');
      return askHosted(chains, question, signal);
    },
    async internalTransactions(signal, networkId, address, cursor) {
      const { findInternals } = await import('./find-movements');
      return findInternals(chains, networkId, address, cursor, signal);
    },
    async addressTransfers(signal, networkId, address, kind, cursor) {
      const { findTransfers } = await import('./find-movements');
      return findTransfers(chains, { networkId, address, kind }, cursor, signal);
    },
    lookUpEns: asked(async () => (await import('./look-up-ens')).lookUpEns),
    searchHost: asked(async () => (await import('./search-host')).searchHost),
    networkOfTransaction: asked(async () => (await import('./search-host')).networkOfTransaction),
    askPermissions: asked(async () => (await import('./ask-permissions')).askPermissions),
    contractCreation: asked(async () => (await import('./find-creation')).findCreation),
    probe: asked(async () => (await import('./probe-endpoint')).probe),
    statedLimit: asked(async () => (await import('./rate-limit-of-endpoint')).askStatedLimit),
    async callContracts(signal, networkId, calls, at, accounts) {
      const { callContracts } = await import('./contract-calls');
      return callContracts(await chains.rpc(networkId), calls, at, signal, accounts);
    },
    async waitForTransaction(signal, networkId, hash, onDelay) {
      const { waitForTransaction } = await import('./wait-for-transaction');
      return waitForTransaction(await chains.rpc(networkId), hash, signal, onDelay);
    },
    async headOfEndpoint(networkId, url) {
      const { headOfEndpoint } = await import('./head-of-endpoint');
      return headOfEndpoint(chains, networkId, url);
    },
    async finality(networkId) {
      const { readFinality } = await import('./read-finality');
      return readFinality(chains, networkId);
    },
    async nodeAccounts(networkId) {
      const { nodeAccounts } = await import('./contract-calls');
      return nodeAccounts(await chains.rpc(networkId));
    },
    async sendFromNode(networkId, transaction) {
      const { sendFromNode } = await import('./contract-calls');
      return sendFromNode(await chains.rpc(networkId), transaction);
    },
  };
}
