/** What endpoints answered so far: cheatcodes and forks look it up here, and a run stops for what was not asked yet. */

import type { Result } from '../../values/result';
import { CheatError } from './cheat-error';

export type Question = { url: string; method: string; params: readonly unknown[] };

/** Thrown where questions were not asked yet. Where there are none, others are to have the thread for a moment. */
export class Unanswered extends Error {
  constructor(readonly questions: readonly Question[]) {
    super(questions[0]?.method);
  }
}

export class EndpointAnswers {
  #answers = new Map<string, Result<unknown, string>>();

  /** Returns the result. Throws `Unanswered`, and a `CheatError` with the sentence of the endpoint where it refused. */
  get(question: Question): unknown {
    const answer = this.#answers.get(keyOf(question));
    if (answer === undefined) throw new Unanswered([question]);
    if (!answer.ok) throw new CheatError(answer.error);
    return answer.value;
  }

  /** Returns the results in the order of the questions. Throws as `get`; what is not answered yet is asked together. */
  getAll(questions: readonly Question[]): unknown[] {
    const open = this.openOf(questions);
    if (open.length > 0) throw new Unanswered(open);
    return questions.map((question) => this.get(question));
  }

  /** Returns those of the questions that were not asked yet, each once. */
  openOf(questions: readonly Question[]): Question[] {
    const byKey = new Map(questions.map((question) => [keyOf(question), question]));
    return [...byKey].filter(([key]) => !this.#answers.has(key)).map(([, question]) => question);
  }

  set(question: Question, answer: Result<unknown, string>): void {
    this.#answers.set(keyOf(question), answer);
  }
}

function keyOf({ url, method, params }: Question): string {
  return JSON.stringify([url, method, params]);
}
