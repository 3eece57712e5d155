/** A trace file from an address the reader gave. */
import { type Failure, failure } from '../core/failure';
import { fail, ok, type Result } from '../core/result';

const TIMEOUT = 120_000;
const MAX_BYTES = 512 << 20;

/** The file's bytes. Only http and https; no cookies are sent. */
export async function fetchTraceFile(url: string, signal: AbortSignal): Promise<Result<Uint8Array, Failure>> {
  const address = URL.parse(url, (globalThis as { location?: { origin: string } }).location?.origin);
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    return fail(failure('notFound', 'This is no address of a file: it begins with https:// or http://.'));
  }
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    if (!response.ok) return fail(failure('notFound', `There is no file: the server answered ${response.status}.`));
    if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) return fail(tooLarge());
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.length > MAX_BYTES ? fail(tooLarge()) : ok(bytes);
  } catch (error) {
    return fail(
      failure('endpointDown', 'The file could not be loaded. Its server must allow other sites to read it (CORS).', {
        raw: String(error),
      }),
    );
  }
}

function tooLarge(): Failure {
  return failure('tooLarge', `The file is larger than ${MAX_BYTES >> 20} MB.`);
}
