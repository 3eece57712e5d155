/** What a run on a fork stopped for, asked of the endpoint behind it. */

import { GivenUp } from '../../evm/given-up';
import type { MissingState } from '../../evm/state/state';
import { CheatError } from '../cheats/cheat-error';
import { type EndpointAnswers, type Question, Unanswered } from '../cheats/endpoint-answers';
import { supplyAnswered } from '../cheats/supply-answered';
import type { Vm } from '../cheats/vm';
import type { TestHost } from '../host';

const NO_ENDPOINT = 'no endpoint is asked here';
/** Questions that are asked at the same time. */
const TOGETHER = 8;

/** Asks what was not answered yet, and keeps the answers for the next who asks. */
export async function askEndpoints(
  host: TestHost,
  answers: EndpointAnswers,
  questions: readonly Question[],
): Promise<void> {
  const open = answers.openOf(questions);
  const ask = async () => {
    for (let question = open.shift(); question !== undefined; question = open.shift())
      answers.set(question, (await host.ask?.(question)) ?? { ok: false, error: NO_ENDPOINT });
  };
  await Promise.all(Array.from({ length: TOGETHER }, ask));
}

/** Supplies what the chain of the active fork holds where it stands. Throws `GivenUp` with the endpoint's sentence. */
export async function supplyFromFork(
  { kept, state, project }: Vm,
  missing: MissingState,
  host: TestHost,
): Promise<void> {
  const fork = kept.forks[kept.activeFork ?? 0];
  if (fork.forked?.supplyInto(state, missing)) return;
  const { answers } = project;
  try {
    if (answers === undefined) throw new CheatError(NO_ENDPOINT);
    for (;;)
      try {
        return supplyAnswered(state, missing, fork, answers, kept.blockHashes);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        await askEndpoints(host, answers, error.questions);
      }
  } catch (error) {
    if (error instanceof CheatError) throw new GivenUp(error.message);
    throw error;
  }
}
