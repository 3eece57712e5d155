/** Which failures are of the endpoints or of the job, and not of what was asked. */
import type { Failure, FailureCode } from '../../core/values/failure';

const CODES: readonly FailureCode[] = ['noEndpoint', 'endpointDown', 'wrongChain', 'rateLimited', 'cancelled'];

/** Returns whether the failure would meet any request, so that asking something else in its place is no use. */
export function failsAnyRequest({ code }: Failure): boolean {
  return CODES.includes(code);
}

/** Returns whether the same request may be answered later: the failure would meet any request, or time ran out. */
export function mayPass(error: Failure): boolean {
  return error.code === 'timeout' || failsAnyRequest(error);
}
