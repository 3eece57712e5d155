/** What this thread knows of code, and the names that every page asks. The other questions are in `contract-questions.ts`. */
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { Chains } from '../chain/chains';
import type { Events } from '../event-listeners';
import { once } from '../scheduling/once';
import { type Compile, linkCompiler } from './compiling/compiler-link';
import type { ConnectCompiler, ContractsApi, ContractsEvent } from './contracts.api';
import type { KnowledgeBase } from './knowledge/knowledge-base';
import type { SourceQuestion } from './sources/load-source';
import type { SourceOfCode, VerifiedSources } from './sources/verified-sources';

/** Knowledge of code in this thread, loaded when it is first needed. */
export type Code = {
  knowledge(): Promise<KnowledgeBase>;
  sources(): Promise<VerifiedSources>;
  /** The sources of the contract at an address; may ask providers and compile. */
  findSource(question: SourceQuestion): Promise<Result<SourceOfCode | undefined, Failure>>;
};

type Parts = {
  chains: Chains;
  events: Events<ContractsEvent>;
  /** Returns how to connect to a compiler; undefined until the page has set it. */
  connect(): ConnectCompiler | undefined;
};

type Answers = {
  names: ContractsApi['names'];
  code: Code;
  /** Reads the reader's labels again. Labels that were not read yet need not be read. */
  labelsChanged(): Promise<void>;
};

/** Returns what this thread knows of code, and what names addresses. `connect` joins the compiler, once the page has said how. */
export function createContractsAnswers({ chains, events, connect }: Parts): Answers {
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

  /** The sources of the contract at an address, whose name and ABI are known from then on; may ask providers and compile. */
  async function findSource(question: SourceQuestion): Promise<Result<SourceOfCode | undefined, Failure>> {
    const [known, base, { loadSource }] = await Promise.all([sources(), knowledge(), import('./sources/load-source')]);
    await base.importConfigured();
    return loadSource(chains, base, known, question, events.emit);
  }

  return {
    async names(networkId, addresses) {
      const [{ namesOf }, base] = await Promise.all([import('./knowledge/address-names'), knowledge()]);
      await base.readLabels(networkId);
      return namesOf(base.of(networkId).contracts, addresses);
    },
    code: { knowledge, sources, findSource },
    async labelsChanged() {
      await loaded?.labelsChanged();
    },
  };
}
