/** Build output that a deployment offers on its own origin. */
import { type Failure, failure } from '../core/failure';
import { fail, ok, type Result } from '../core/result';

const TIMEOUT = 60_000;
const MAX_BYTES = 256 << 20;

/** The bytes at `path`, which is resolved against the root of this origin: a worker's own place is another folder. */
export async function fetchBuildOutput(path: string): Promise<Result<Uint8Array, Failure>> {
  try {
    const root = (globalThis as { location?: { origin: string } }).location?.origin;
    const response = await fetch(new URL(path, root), { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) return fail(failure('notFound', `There is no build output at ${path}.`));
    if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) return fail(tooLarge(path));
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.length > MAX_BYTES ? fail(tooLarge(path)) : ok(bytes);
  } catch (error) {
    return fail(failure('endpointDown', `The build output ${path} could not be loaded.`, { raw: String(error) }));
  }
}

function tooLarge(path: string): Failure {
  return failure('tooLarge', `The build output ${path} is larger than ${MAX_BYTES >> 20} MB.`);
}
