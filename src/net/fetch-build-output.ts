/** Build output that a deployment offers on its own origin. */
import { MAX_BUILD_OUTPUT_BYTES } from '../core/contract/build-output/build-output-size';
import { type Failure, failure } from '../core/values/failure';
import { fail, ok, type Result } from '../core/values/result';
import { requestBytes } from './http';

const TIMEOUT = 60_000;

/** Fetches the bytes at `path`, which is resolved against the root of this origin: a worker's own place is another folder. */
export async function fetchBuildOutput(path: string): Promise<Result<Uint8Array, Failure>> {
  const address = URL.parse(path, (globalThis as { location?: { origin: string } }).location?.origin);
  if (address === null) return fail(notLoaded(path, 'no address'));
  const answer = await requestBytes(address.href, {}, { timeout: TIMEOUT, maxBytes: MAX_BUILD_OUTPUT_BYTES });
  if (!answer.ok) {
    const { code, raw, outcome } = answer.error;
    return fail(code === 'tooLarge' ? tooLarge(path) : notLoaded(path, raw ?? outcome));
  }
  const { status, bytes } = answer.value;
  if (status < 200 || status > 299) return fail(failure('notFound', `There is no build output at ${path}.`));
  return ok(bytes);
}

function tooLarge(path: string): Failure {
  return failure('tooLarge', `The build output ${path} is larger than ${MAX_BUILD_OUTPUT_BYTES >> 20} MB.`);
}

function notLoaded(path: string, raw: string): Failure {
  return failure('endpointDown', `The build output ${path} could not be loaded.`, { raw });
}
