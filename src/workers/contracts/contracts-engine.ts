/** What is asked of code. The engine comes with every page, so what answers is loaded with the first question. */
import type { Chains } from '../chain/chains';
import { createEvents } from '../event-listeners';
import { jobsOf, withPart } from '../loaded-parts';
import type { Jobs } from '../scheduling/jobs';
import { once } from '../scheduling/once';
import type { ContractsJobs, OfEngine } from './contract-questions';
import type { ConnectCompiler, ContractsApi, ContractsEvent } from './contracts.api';
import type { Code, createContractsAnswers } from './contracts-answers';

export type ContractsEngine = { api: ContractsApi; code: Code };

export function createContractsEngine(chains: Chains, jobs: Jobs): ContractsEngine {
  const events = createEvents<ContractsEvent>();
  let connect: ConnectCompiler | undefined;
  let loaded: ReturnType<typeof createContractsAnswers> | undefined;
  const answers = once(async () => {
    const part = await import('./contracts-answers');
    loaded = part.createContractsAnswers({ chains, events, connect: () => connect });
    return loaded;
  });
  const questions = once(async () => {
    const [{ createContractQuestions }, { code }] = await Promise.all([import('./contract-questions'), answers()]);
    return createContractQuestions({ chains, jobs, events, code });
  });

  const own: Pick<ContractsApi, OfEngine> = {
    subscribe: async (listener) => events.subscribe(listener),
    cancel: async (job) => jobs.cancel(job),
    async setCompiler(given) {
      connect = given;
    },
    names: async (...asked) => (await answers()).names(...asked),
    labelsChanged: async () => loaded?.labelsChanged(),
    ...jobsOf<ContractsJobs>(jobs, questions, { loadAccount: true, implementations: true, diamondCuts: true }),
  };
  return {
    api: withPart(own, questions),
    code: {
      knowledge: async () => (await answers()).code.knowledge(),
      sources: async () => (await answers()).code.sources(),
      findSource: async (question) => (await answers()).code.findSource(question),
    },
  };
}
