/** One GET at a provider, and what an answer of one says. */
import { type Failure, type FailureCode, failure } from '../../core/values/failure';
import { parseJson } from '../../core/values/json-fields';
import { fail, ok, type Result } from '../../core/values/result';
import { type HttpAnswer, type HttpOptions, requestText } from '../http';
import { problemOfStatus } from '../rpc/classify';
import { harmlessRaw, type Problem } from '../rpc/problem';

export type JsonSource = {
  /** Name that the reader knows it by: `Sourcify`. */
  name: string;
  url: string;
  maxBytes: number;
};

/** Fetches the JSON of the answer; undefined for HTTP 404, which means that the thing is not known there. */
export async function fetchJson(source: JsonSource, options: HttpOptions): Promise<Result<unknown, Failure>> {
  const { name, url, maxBytes } = source;
  const answer = await requestText(url, { headers: { accept: 'application/json' } }, { ...options, maxBytes });
  if (!answer.ok) return fail(failureOfProvider(name, answer.error));
  return readJson({ name, url }, answer.value);
}

/**
 * Reads the JSON of an answer; undefined for HTTP 404, which means that the thing is not known there. `wordsOf`
 * finds what the provider says of an error in the JSON of one.
 */
export function readJson(
  { name, url }: Pick<JsonSource, 'name' | 'url'>,
  { status, headers, text }: HttpAnswer,
  wordsOf: (value: unknown) => string | undefined = () => undefined,
): Result<unknown, Failure> {
  const value = parseJson(text);
  // A page of a proxy or of another site at the same place is no "not known".
  if (status === 404 && value !== undefined) return ok(undefined);
  const said = text.slice(0, 4_000);
  if (status < 200 || status >= 300) {
    return fail(failureOfProvider(name, problemOfStatus(status, headers, wordsOf(value) ?? said, url, Date.now())));
  }
  if (text.trim() === '') return fail(badAnswer(name, 'No response data'));
  return value === undefined ? fail(badAnswer(name, harmlessRaw(said, url))) : ok(value);
}

/** Returns the failure for an answer that differs from the provider's documents. */
export function badAnswer(name: string, raw: string): Failure {
  return failureOfProvider(name, { code: 'badAnswer', outcome: 'the answer has another shape', retry: false, raw });
}

/** Returns the failure for source code of a provider that nobody could compile; `why` is a sentence. */
export function badSources(name: string, why: string): Failure {
  return failure('badAnswer', `The sources from ${name} cannot be used: ${why}`, {
    attempts: [{ source: name, method: '', outcome: why }],
  });
}

/** Returns the failure that tells the reader of a problem with the provider `name`. */
export function failureOfProvider(name: string, problem: Problem): Failure {
  const messages: Partial<Record<FailureCode, string>> = {
    cancelled: 'Cancelled.',
    rateLimited: `${name} limits how often it may be asked, and the limit is reached. Wait a little.`,
    timeout: `${name} did not answer in time. Try again.`,
    tooLarge: `The answer of ${name} is larger than Loupe reads.`,
    badAnswer: `${name} gave an answer that cannot be used.`,
  };
  return failure(problem.code, messages[problem.code] ?? `${name} cannot be reached. Try again later.`, {
    attempts: [{ source: name, method: '', outcome: problem.outcome }],
    ...(problem.raw === undefined ? {} : { raw: problem.raw }),
    ...(problem.retryAt === undefined ? {} : { retryAt: problem.retryAt }),
  });
}
