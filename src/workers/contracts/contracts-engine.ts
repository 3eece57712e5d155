/** What is asked of code. Nothing here knows traces; what answers is loaded when it is first asked for. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { fetchCode, fetchHead } from '../../net/chain-reader';
import type { Chains } from '../chain/chains';
import { createEvents } from '../event-listeners';
import type { Jobs } from '../jobs';
import { once } from '../once';
import type { LoadedSource } from './check-sources';
import { type Compile, linkCompiler } from './compiler-link';
import type { ContractsApi, ContractsEvent, FoundSource, RecoveredFunction } from './contracts.api';
import type { KnowledgeBase } from './knowledge-base';
import type { SourceQuestion } from './load-source';
import type { StorageSubject } from './storage.api';
import type { SourceOfCode, VerifiedSources } from './verified-sources';

/** What this thread knows of code, loaded when it is first needed. */
export type Code = {
  knowledge(): Promise<KnowledgeBase>;
  sources(): Promise<VerifiedSources>;
};

export type ContractsEngine = { api: ContractsApi; code: Code };

export function createContractsEngine(chains: Chains, jobs: Jobs): ContractsEngine {
  const events = createEvents<ContractsEvent>();
  let compile: Compile | undefined;
  let loaded: KnowledgeBase | undefined;

  const knowledge = once(async () => {
    const { KnowledgeBase } = await import('./knowledge-base');
    loaded = new KnowledgeBase(chains);
    loaded.subscribe((change) => {
      if (change.type === 'labels') events.emit({ type: 'names', networkId: change.networkId });
    });
    return loaded;
  });
  const sources = once(async () => {
    const { VerifiedSources } = await import('./verified-sources');
    return new VerifiedSources(() => compile);
  });

  const verification = once(async () => {
    const { createVerification } = await import('./verification-engine');
    return createVerification({ chains, jobs, knowledge, sources, emit: events.emit });
  });

  /** The sources of the contract at an address; may ask providers and compile. */
  async function findSource(question: SourceQuestion): Promise<Result<SourceOfCode | undefined, Failure>> {
    const [known, base, { loadSource }] = await Promise.all([sources(), knowledge(), import('./load-source')]);
    await base.importConfigured();
    return loadSource(chains, base.artifacts, known, question);
  }

  /** The sources that were found last, or are found now: an earlier worker may have found them. */
  async function sourceAt(networkId: NetworkId, address: Address): Promise<LoadedSource | undefined> {
    const known = (await sources()).loaded(networkId, address);
    if (known !== undefined) return known;
    await chains.config();
    const found = await findSource({ networkId, address, signal: new AbortController().signal });
    return found.ok ? found.value?.source : undefined;
  }

  /** Where storage is read: the newest block by its number, so that everything is of one state. */
  async function placeOf({ networkId, address }: StorageSubject, block: number | 'latest', signal: AbortSignal) {
    const rpc = await chains.rpc(networkId);
    const head = block === 'latest' ? await fetchHead(rpc, { signal }) : ok({ blockNumber: block });
    return head.ok ? ok({ rpc, address, block: head.value.blockNumber, signal }) : head;
  }

  const api: ContractsApi = {
    subscribe: async (listener) => events.subscribe(listener),
    cancel: async (job) => jobs.cancel(job),

    async names(networkId, addresses) {
      const [{ namesOf }, base] = await Promise.all([import('./address-names'), knowledge()]);
      await base.readLabels(networkId);
      return namesOf(base.of(networkId).contracts, addresses);
    },
    async functionNames(networkId, calls) {
      const [{ functionNamesOf }, base] = await Promise.all([import('./function-names'), knowledge()]);
      await base.importConfigured();
      return functionNamesOf(base.of(networkId), calls);
    },
    async learnFunctionNames(networkId, calls) {
      const [{ learnCalled }, base] = await Promise.all([import('./learn-called'), knowledge()]);
      await Promise.all([base.importConfigured(), base.readLabels(networkId)]);
      const rpc = (await chains.rpc(networkId)).lane('next');
      if (await learnCalled(base.of(networkId), rpc, calls)) events.emit({ type: 'names', networkId });
      return api.functionNames(networkId, calls);
    },
    async failureReasons(networkId, transactions) {
      const [{ failureReasonsOf }, base] = await Promise.all([import('./failure-reasons'), knowledge()]);
      return failureReasonsOf(base.of(networkId), (await chains.rpc(networkId)).lane('next'), transactions);
    },
    async labelsChanged() {
      // What was not read yet will be read as it is then.
      await loaded?.labelsChanged();
    },
    loadAccount: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const [{ loadAccount }, base] = await Promise.all([import('./describe-account'), knowledge()]);
        await Promise.all([base.importConfigured(), base.readLabels(networkId)]);
        return loadAccount(await chains.rpc(networkId), base.of(networkId), address, signal);
      }),
    importBuildOutput: async (fileName, bytes) => (await knowledge()).import(fileName, bytes),

    async setCompiler(connect) {
      compile = linkCompiler(connect);
    },
    contractSource: (job, networkId, address, onProgress) =>
      jobs.run(job, async (signal) => {
        let skipped: FoundSource['skipped'] = [];
        const onSkipped = (providers: FoundSource['skipped']) => {
          skipped = providers;
        };
        const [found, { describeSource }] = await Promise.all([
          findSource({ networkId, address, signal, onProgress, onSkipped }),
          import('./describe-source'),
        ]);
        if (!found.ok) return found;
        return ok({ source: found.value && describeSource(networkId, address, found.value), skipped });
      }),
    contractDocs: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const [found, { docsOf }] = await Promise.all([
          findSource({ networkId, address, signal }),
          import('./describe-source'),
        ]);
        return found.ok ? ok(found.value === undefined ? {} : docsOf(found.value.source)) : found;
      }),
    contractOutline: (job, networkId, address) =>
      jobs.run(job, async (signal) => {
        const [found, { readOutline }] = await Promise.all([
          findSource({ networkId, address, signal }),
          import('./read-storage'),
        ]);
        return found.ok ? ok(found.value === undefined ? [] : readOutline(found.value)) : found;
      }),
    storedVariables: (job, subject, block) =>
      jobs.run(job, async (signal) => {
        const [found, place, { readVariables }] = await Promise.all([
          findSource({ networkId: subject.networkId, address: subject.layoutOf, signal }),
          placeOf(subject, block, signal),
          import('./read-storage'),
        ]);
        if (!found.ok) return found;
        if (!place.ok) return place;
        if (found.value === undefined) return fail(failure('notFound', 'No sources say where the variables lie.'));
        return readVariables(place.value, found.value);
      }),
    readStorage: (job, subject, expression, block) =>
      jobs.run(job, async (signal) => {
        const [found, place, { readExpression }] = await Promise.all([
          findSource({ networkId: subject.networkId, address: subject.layoutOf, signal }),
          placeOf(subject, block, signal),
          import('./read-storage'),
        ]);
        if (!place.ok) return place;
        // A slot has a number even where nobody has sources.
        return readExpression(place.value, found.ok ? found.value : undefined, expression);
      }),
    async readCalldata(networkId, calldata, abis) {
      const [{ readCalldata }, base] = await Promise.all([import('./read-calldata'), knowledge()]);
      return readCalldata(calldata, abis, base.of(networkId).signatures);
    },
    askSignatures: (job, networkId, selector) =>
      jobs.run(job, async (signal) => {
        const [{ lookUp }, base, config] = await Promise.all([
          import('./look-up-unknowns'),
          knowledge(),
          chains.config(),
        ]);
        const unknowns = { contracts: [], selectors: [selector] };
        const onLearned = () => {};
        const asked = await lookUp(config, {
          knowledge: base.of(networkId),
          unknowns,
          signal,
          onLearned,
          onProgress: undefined,
        });
        if (!asked.ok) return asked;
        const { selectors, selectorsFailed } = asked.value;
        return selectorsFailed === undefined ? ok(selectors) : fail(selectorsFailed);
      }),
    async sourceText(networkId, address, path) {
      const texts = (await sourceAt(networkId, address))?.run.input.sources ?? {};
      return Object.hasOwn(texts, path) ? texts[path].content : undefined;
    },
    async searchSources(networkId, address, text) {
      const [source, { searchSource }] = await Promise.all([sourceAt(networkId, address), import('./describe-source')]);
      return source === undefined ? [] : searchSource(source, text);
    },
    codeFacts: async (...asked) => (await verification()).codeFacts(...asked),
    readSourceFiles: async (...asked) => (await verification()).readSourceFiles(...asked),
    readJsonUpload: async (...asked) => (await verification()).readJsonUpload(...asked),
    reviewSources: async (...asked) => (await verification()).reviewSources(...asked),
    fillMissing: async (...asked) => (await verification()).fillMissing(...asked),
    verifyContract: async (...asked) => (await verification()).verifyContract(...asked),
    keepAbi: async (...asked) => (await verification()).keepAbi(...asked),
    publishContract: async (...asked) => (await verification()).publishContract(...asked),
    recoverFunctions: (job, networkId, address) =>
      jobs.run(job, async (signal): Promise<Result<readonly RecoveredFunction[], Failure>> => {
        const [rpc, base, { recoverFunctions }] = await Promise.all([
          chains.rpc(networkId),
          knowledge(),
          import('./recover-functions'),
        ]);
        const code = await fetchCode(rpc, address, 'latest', { signal });
        return code.ok ? recoverFunctions(code.value, base.of(networkId).signatures) : code;
      }),
  };
  return { api, code: { knowledge, sources } };
}
