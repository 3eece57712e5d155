/** Telling an address of the reader's by POST. It is asked for nothing, and what it answers is not read. */
import { fail, ok, type Result } from '../core/values/result';
import { type WebhookBody, webhookProblem } from '../core/watch/webhook';

/** Milliseconds: what takes longer holds up what is told next. */
const PATIENCE = 10_000;

/** Sends `body` without cookies; plain text goes without a question before it. The error is a few words. */
export async function postToWebhook(
  url: string,
  { text, type }: WebhookBody,
  signal: AbortSignal,
): Promise<Result<true, string>> {
  const problem = webhookProblem(url);
  if (problem !== undefined) return fail(problem);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: text,
      headers: { 'content-type': type },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
    void response.body?.cancel();
    return response.ok ? ok(true) : fail(`It answered ${response.status}.`);
  } catch (error) {
    return fail(
      error instanceof Error && error.name === 'TimeoutError'
        ? 'It did not answer in time.'
        : 'It could not be reached.',
    );
  }
}
