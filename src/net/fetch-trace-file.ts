/** A trace file from an address the reader gave. */
import { MAX_TRACE_FILE, traceFileTooLarge } from '../core/trace/trace-file-size';
import { type Failure, failure } from '../core/values/failure';
import { fail, ok, type Result } from '../core/values/result';
import { requestBytes } from './http';
import type { Problem } from './rpc/problem';

const TIMEOUT = 120_000;

/** Fetches the file's bytes. Only http and https; no cookies are sent. */
export async function fetchTraceFile(url: string, signal: AbortSignal): Promise<Result<Uint8Array, Failure>> {
  const address = URL.parse(url, (globalThis as { location?: { origin: string } }).location?.origin);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    return fail(failure('notFound', 'This is no address of a file: it begins with https:// or http://.'));
  }
  const answer = await requestBytes(address.href, {}, { signal, timeout: TIMEOUT, maxBytes: MAX_TRACE_FILE });
  if (!answer.ok) return fail(answer.error.code === 'tooLarge' ? traceFileTooLarge() : notLoaded(answer.error));
  const { status, bytes } = answer.value;
  if (status < 200 || status > 299)
    return fail(failure('notFound', `There is no file: the server answered ${status}.`));
  return ok(bytes);
}

function notLoaded({ raw, outcome }: Problem): Failure {
  return failure('endpointDown', 'The file could not be loaded. Its server must allow other sites to read it (CORS).', {
    raw: raw ?? outcome,
  });
}
