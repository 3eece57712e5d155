/** What endpoints answered so far: cheatcodes and forks look it up here, and a run stops for what was not asked yet. */

import type { Result } from '../../values/result';
import { CheatError } from './cheat-error';

export type Question = { url: string; method: string; params: readonly unknown[] };

/** Thrown where a question was not asked yet. */
export class Unanswered extends Error {
  constructor(readonly question: Question) {
    super(question.method);
  }
}

export class EndpointAnswers {
  #answers = new Map<string, Result<unknown, string>>();

  /** Returns the result. Throws `Unanswered`, and a `CheatError` with the sentence of the endpoint where it refused. */
  get(question: Question): unknown {
    const answer = this.#answers.get(keyOf(question));
    if (answer === undefined) throw new Unanswered(question);
    if (!answer.ok) throw new CheatError(answer.error);
    return answer.value;
  }

  set(question: Question, answer: Result<unknown, string>): void {
    this.#answers.set(keyOf(question), answer);
  }
}

function keyOf({ url, method, params }: Question): string {
  return JSON.stringify([url, method, params]);
}
