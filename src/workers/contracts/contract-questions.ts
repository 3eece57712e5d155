/** What is asked of code beside names. Nothing here knows traces; what answers is loaded when it is first asked for. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Chains } from '../chain/chains';
import type { Events } from '../event-listeners';
import { type WithSignal, withPart } from '../loaded-parts';
import type { Jobs } from '../scheduling/jobs';
import { once } from '../scheduling/once';
import type { ContractsApi, ContractsEvent } from './contracts.api';
import type { Code } from './contracts-answers';
import type { LoadedSource } from './sources/check-sources';
import type { VerificationApi } from './verification.api';

/** The questions that run as jobs, and can be cancelled before this is loaded. */
export type ContractsJobs = Pick<ContractsApi, 'loadAccount' | 'implementations' | 'diamondCuts'>;

/** What the engine has of the contract before this is loaded. */
export type OfEngine = 'subscribe' | 'cancel' | 'names' | 'setCompiler' | 'labelsChanged' | keyof ContractsJobs;

type ContractQuestions = Omit<ContractsApi, OfEngine> & WithSignal<ContractsJobs>;

type Parts = { chains: Chains; jobs: Jobs; events: Events<ContractsEvent>; code: Code };

/** Returns what answers by what this thread knows of code. */
export function createContractQuestions({ chains, jobs, events, code }: Parts): ContractQuestions {
  const { knowledge, sources, findSource } = code;

  const verification = once(async () => {
    const { createVerification } = await import('./verification/verification-engine');
    return createVerification({ chains, jobs, knowledge, sources, emit: events.emit });
  });

  const reading = once(async () => {
    const { createContractReading } = await import('./contract-reading');
    return createContractReading({ chains, jobs, knowledge, sources, findSource });
  });

  /** The sources that were found last, or are found now: an earlier worker may have found them. */
  async function sourceAt(networkId: NetworkId, address: Address): Promise<LoadedSource | undefined> {
    const known = (await sources()).loaded(networkId, address);
    if (known !== undefined) return known;
    await chains.config();
    const found = await findSource({ networkId, address, signal: new AbortController().signal });
    return found.ok ? found.value?.source : undefined;
  }

  const api: Omit<ContractQuestions, keyof VerificationApi> = {
    async functionNames(networkId, calls) {
      const [{ functionNamesOf }, base] = await Promise.all([import('./knowledge/function-names'), knowledge()]);
      await base.importConfigured();
      return functionNamesOf(base.of(networkId), calls);
    },
    async learnFunctionNames(networkId, calls) {
      const [{ learnCalled }, base] = await Promise.all([import('./knowledge/learn-called'), knowledge()]);
      await Promise.all([base.importConfigured(), base.readLabels(networkId)]);
      const rpc = (await chains.rpc(networkId)).lane('next');
      if (await learnCalled(base.of(networkId), rpc, calls)) events.emit({ type: 'names', networkId });
      return api.functionNames(networkId, calls);
    },
    async learnBuilt(networkId, text) {
      const [{ learnBuilt }, base] = await Promise.all([import('./build-output/learn-built'), knowledge()]);
      await Promise.all([base.importConfigured(), base.readLabels(networkId)]);
      return learnBuilt(base.of(networkId), (await chains.rpc(networkId)).lane('next'), text);
    },
    async failureReasons(networkId, transactions) {
      const [{ failureReasonsOf }, base] = await Promise.all([import('./failure-reasons'), knowledge()]);
      return failureReasonsOf(base.of(networkId), (await chains.rpc(networkId)).lane('next'), transactions);
    },
    async revertReasons(networkId, reverts) {
      const [{ reasonOf }, base] = await Promise.all([import('./failure-reasons'), knowledge()]);
      await Promise.all([base.importConfigured(), base.readLabels(networkId)]);
      const { contracts } = base.of(networkId);
      await (await import('./knowledge/address-names')).namesOf(
        contracts,
        reverts.map(({ to }) => to),
      );
      return Promise.all(reverts.map(({ to, data }) => reasonOf(base.of(networkId), to, data)));
    },
    async loadAccount(signal, networkId, address) {
      const [{ loadAccount }, base] = await Promise.all([import('./describe-account'), knowledge()]);
      await Promise.all([base.importConfigured(), base.readLabels(networkId)]);
      return loadAccount(await chains.rpc(networkId), base.of(networkId), address, signal);
    },
    async implementations(signal, networkId, emitter) {
      const { readImplementations } = await import('./implementation-history');
      return readImplementations(await chains.rpc(networkId), emitter, signal);
    },
    async diamondCuts(signal, networkId, diamond) {
      const { readDiamondHistory } = await import('./implementation-history');
      return readDiamondHistory(await chains.rpc(networkId), diamond, signal);
    },
    importBuildOutput: async (fileName, bytes) => (await knowledge()).import(fileName, bytes),

    contractSource: async (...asked) => (await reading()).contractSource(...asked),
    contractConstruction: async (...asked) => (await reading()).contractConstruction(...asked),
    learnInterface: async (...asked) => (await reading()).learnInterface(...asked),
    contractDocs: async (...asked) => (await reading()).contractDocs(...asked),
    contractOutline: async (...asked) => (await reading()).contractOutline(...asked),
    storedVariables: async (...asked) => (await reading()).storedVariables(...asked),
    readStorage: async (...asked) => (await reading()).readStorage(...asked),
    readCalldata: async (...asked) => (await reading()).readCalldata(...asked),
    askSignatures: async (...asked) => (await reading()).askSignatures(...asked),
    compileEdited: async (...asked) => (await reading()).compileEdited(...asked),
    recoverFunctions: async (...asked) => (await reading()).recoverFunctions(...asked),
    async sourceText(networkId, address, path) {
      const texts = (await sourceAt(networkId, address))?.run.input.sources ?? {};
      return Object.hasOwn(texts, path) ? texts[path].content : undefined;
    },
    async searchSources(networkId, address, text) {
      const [source, { searchSource }] = await Promise.all([
        sourceAt(networkId, address),
        import('./sources/describe-source'),
      ]);
      return source === undefined ? [] : searchSource(source, text);
    },
  };
  return withPart(api, verification);
}
