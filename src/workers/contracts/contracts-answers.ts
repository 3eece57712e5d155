/** What answers questions about code. Nothing here knows traces; the rest of what answers is loaded when it is first asked for. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { Chains } from '../chain/chains';
import type { Events } from '../event-listeners';
import type { WithSignal } from '../loaded-parts';
import type { Jobs } from '../scheduling/jobs';
import { once } from '../scheduling/once';
import { type Compile, linkCompiler } from './compiling/compiler-link';
import type { ConnectCompiler, ContractsApi, ContractsEvent } from './contracts.api';
import type { KnowledgeBase } from './knowledge/knowledge-base';
import type { LoadedSource } from './sources/check-sources';
import type { SourceQuestion } from './sources/load-source';
import type { SourceOfCode, VerifiedSources } from './sources/verified-sources';

/** Knowledge of code in this thread, loaded when it is first needed. */
export type Code = {
  knowledge(): Promise<KnowledgeBase>;
  sources(): Promise<VerifiedSources>;
  /** The sources of the contract at an address; may ask providers and compile. */
  findSource(question: SourceQuestion): Promise<Result<SourceOfCode | undefined, Failure>>;
};

/** The questions that run as jobs, and can be cancelled before this is loaded. */
export type ContractsJobs = Pick<ContractsApi, 'loadAccount' | 'implementations' | 'diamondCuts'>;

/** Methods of the worker's contract that the engine answers before this file is loaded. */
export type OfEngine = 'subscribe' | 'cancel' | 'setCompiler' | 'labelsChanged' | keyof ContractsJobs;

type Parts = {
  chains: Chains;
  jobs: Jobs;
  events: Events<ContractsEvent>;
  /** Returns how to connect to a compiler; undefined until the page has set it. */
  connect(): ConnectCompiler | undefined;
};

type Answers = {
  api: Omit<ContractsApi, OfEngine> & WithSignal<ContractsJobs>;
  code: Code;
  /** Reads the reader's labels again. Labels that were not read yet need not be read. */
  labelsChanged(): Promise<void>;
};

/** Returns what answers and what this thread knows of code. `connect` joins the compiler, once the page has said how. */
export function createContractsAnswers({ chains, jobs, events, connect }: Parts): Answers {
  let compile: Compile | undefined;
  let loaded: KnowledgeBase | undefined;

  const knowledge = once(async () => {
    const { KnowledgeBase } = await import('./knowledge/knowledge-base');
    loaded = new KnowledgeBase(chains);
    loaded.subscribe((change) => {
      if (change.type === 'labels') events.emit({ type: 'names', networkId: change.networkId });
    });
    return loaded;
  });
  const sources = once(async () => {
    const [{ VerifiedSources }, { artifacts }] = await Promise.all([import('./sources/verified-sources'), knowledge()]);
    return new VerifiedSources(() => {
      const join = connect();
      if (join !== undefined) compile ??= linkCompiler(join);
      return compile;
    }, artifacts.unkeptRuns);
  });

  const verification = once(async () => {
    const { createVerification } = await import('./verification/verification-engine');
    return createVerification({ chains, jobs, knowledge, sources, emit: events.emit });
  });

  const reading = once(async () => {
    const { createContractReading } = await import('./contract-reading');
    return createContractReading({ chains, jobs, knowledge, sources, findSource });
  });

  /** The sources of the contract at an address, whose name and ABI are known from then on; may ask providers and compile. */
  async function findSource(question: SourceQuestion): Promise<Result<SourceOfCode | undefined, Failure>> {
    const [known, base, { loadSource }] = await Promise.all([sources(), knowledge(), import('./sources/load-source')]);
    await base.importConfigured();
    return loadSource(chains, base, known, question, events.emit);
  }

  /** The sources that were found last, or are found now: an earlier worker may have found them. */
  async function sourceAt(networkId: NetworkId, address: Address): Promise<LoadedSource | undefined> {
    const known = (await sources()).loaded(networkId, address);
    if (known !== undefined) return known;
    await chains.config();
    const found = await findSource({ networkId, address, signal: new AbortController().signal });
    return found.ok ? found.value?.source : undefined;
  }

  const api: Answers['api'] = {
    async names(networkId, addresses) {
      const [{ namesOf }, base] = await Promise.all([import('./knowledge/address-names'), knowledge()]);
      await base.readLabels(networkId);
      return namesOf(base.of(networkId).contracts, addresses);
    },
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
      const { readDiamondHistory } = await import('./diamond-history');
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
    codeFacts: async (...asked) => (await verification()).codeFacts(...asked),
    fetchImports: async (...asked) => (await verification()).fetchImports(...asked),
    readSourceFiles: async (...asked) => (await verification()).readSourceFiles(...asked),
    readJsonUpload: async (...asked) => (await verification()).readJsonUpload(...asked),
    reviewSources: async (...asked) => (await verification()).reviewSources(...asked),
    fillMissing: async (...asked) => (await verification()).fillMissing(...asked),
    verifyContract: async (...asked) => (await verification()).verifyContract(...asked),
    importRun: async (...asked) => (await verification()).importRun(...asked),
    importAbi: async (...asked) => (await verification()).importAbi(...asked),
    keepAbi: async (...asked) => (await verification()).keepAbi(...asked),
    matchAddresses: async (...asked) => (await verification()).matchAddresses(...asked),
    compareElsewhere: async (...asked) => (await verification()).compareElsewhere(...asked),
    publishContract: async (...asked) => (await verification()).publishContract(...asked),
    compileEdited: async (...asked) => (await reading()).compileEdited(...asked),
    recoverFunctions: async (...asked) => (await reading()).recoverFunctions(...asked),
  };
  return {
    api,
    code: { knowledge, sources, findSource },
    async labelsChanged() {
      await loaded?.labelsChanged();
    },
  };
}
