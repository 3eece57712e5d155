/**
 * Verification at Sourcify (API v2): standard JSON is handed in, a job compiles
 * it there, and its verdict is polled. What is handed in becomes public, so it
 * is sent only where the reader asks for it.
 */
import { boolean, nullish, object, optional, picklist, safeParse, string } from 'valibot';
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { StandardInput } from '../../core/contract/build-output/standard-input';
import { type Failure, failure } from '../../core/values/failure';
import { parseJson } from '../../core/values/json-fields';
import { fail, ok, type Result } from '../../core/values/result';
import { requestText } from '../http';
import { problemOfStatus } from '../rpc/classify';
import { harmlessRaw } from '../rpc/problem';
import { badAnswer, failureOfProvider } from './fetch-json';
import { serviceUrl } from './prices';

const NAME = 'Sourcify';
const MAX_BYTES = 1 << 20;
/** A job answers at once; what is sent may be tens of megabytes. */
const SEND_TIMEOUT = 120_000;
const POLL_TIMEOUT = 20_000;

export type Submission = {
  networkId: NetworkId;
  address: Address;
  input: StandardInput;
  compilerVersion: string;
  /** `path:Name`. */
  contract: string;
};

export type VerificationJob =
  | { state: 'running' }
  | { state: 'verified'; match: 'exact' | 'partial' | undefined }
  /** The code that it compiled to is another, or it does not compile there. */
  | { state: 'refused'; sentence: string };

const errorSchema = object({ customCode: optional(string()), message: optional(string()) });
const submittedSchema = object({ verificationId: string() });
const matchSchema = nullish(picklist(['exact_match', 'match']));
const jobSchema = object({
  isJobCompleted: boolean(),
  contract: nullish(object({ match: matchSchema })),
  error: nullish(errorSchema),
});

/** Sends POST /v2/verify/{chainId}/{address}. */
export async function submitVerification(
  baseUrl: string,
  { networkId, address, input, compilerVersion, contract }: Submission,
  signal: AbortSignal,
): Promise<Result<{ state: 'running'; id: string } | { state: 'already' }, Failure>> {
  const url = `${serviceUrl(baseUrl)}/v2/verify/${networkId}/${address}`;
  const body = JSON.stringify({ stdJsonInput: input, compilerVersion, contractIdentifier: contract });
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const answer = await requestText(
    url,
    { method: 'POST', headers, body },
    { signal, timeout: SEND_TIMEOUT, maxBytes: MAX_BYTES },
  );
  if (!answer.ok) return fail(failureOfProvider(NAME, answer.error));
  const { status, text } = answer.value;
  const value = parseJson(text);
  if (status === 202 || status === 200) {
    const parsed = safeParse(submittedSchema, value);
    if (!parsed.success) return fail(badAnswer(NAME, harmlessRaw(text.slice(0, 4000), url)));
    return ok({ state: 'running', id: parsed.output.verificationId });
  }
  const error = safeParse(errorSchema, value);
  const code = error.success ? error.output.customCode : undefined;
  if (status === 409) return ok({ state: 'already' });
  if (code === 'duplicate_verification_request') {
    return fail(
      failure(
        'rateLimited',
        'Sourcify is verifying this contract already, by you or by somebody else. Look again in a minute.',
      ),
    );
  }
  if (status === 404 || code === 'unsupported_chain') {
    return fail(
      failure('unsupported', `Sourcify does not verify contracts of the chain ${networkId}.`, rawOf(text, url)),
    );
  }
  if (status === 413) return fail(failure('tooLarge', 'The sources are larger than Sourcify takes.', rawOf(text, url)));
  if (status === 400 && error.success && error.output.message !== undefined) {
    return fail(failure('badAnswer', `Sourcify did not take the request: ${sentenceOf(error.output.message)}`));
  }
  return fail(
    failureOfProvider(NAME, problemOfStatus(status, answer.value.headers, text.slice(0, 4000), url, Date.now())),
  );
}

/** Sends GET /v2/verify/{verificationId}. */
export async function readVerificationJob(
  baseUrl: string,
  id: string,
  signal: AbortSignal,
): Promise<Result<VerificationJob, Failure>> {
  const url = `${serviceUrl(baseUrl)}/v2/verify/${encodeURIComponent(id)}`;
  const options = { signal, timeout: POLL_TIMEOUT, maxBytes: MAX_BYTES };
  const answer = await requestText(url, { headers: { accept: 'application/json' } }, options);
  if (!answer.ok) return fail(failureOfProvider(NAME, answer.error));
  const { status, headers, text } = answer.value;
  if (status === 404) return fail(failure('notFound', 'Sourcify no longer knows this verification. Publish again.'));
  if (status !== 200) {
    return fail(failureOfProvider(NAME, problemOfStatus(status, headers, text.slice(0, 4000), url, Date.now())));
  }
  const parsed = safeParse(jobSchema, parseJson(text));
  if (!parsed.success) return fail(badAnswer(NAME, harmlessRaw(text.slice(0, 4000), url)));
  const { isJobCompleted, contract, error } = parsed.output;
  if (!isJobCompleted) return ok({ state: 'running' });
  if (contract?.match) return ok({ state: 'verified', match: contract.match === 'exact_match' ? 'exact' : 'partial' });
  // The contract was verified as well meanwhile.
  if (error?.customCode === 'already_verified') return ok({ state: 'verified', match: undefined });
  return ok({
    state: 'refused',
    sentence: `Sourcify did not verify the contract: ${sentenceOf(error?.message ?? 'the codes do not match')}`,
  });
}

function rawOf(text: string, url: string): { raw: string } {
  return { raw: harmlessRaw(text.slice(0, 4000), url) };
}

/** Cuts the message and ends it with one full stop. */
function sentenceOf(message: string): string {
  return `${message.slice(0, 500).trim().replace(/\.$/, '')}.`;
}
