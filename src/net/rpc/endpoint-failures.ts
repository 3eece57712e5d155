/** Which failures are of the endpoints or of the job, and not of what was asked. */
import type { Failure, FailureCode } from '../../core/values/failure';

const CODES: readonly FailureCode[] = ['noEndpoint', 'endpointDown', 'wrongChain', 'rateLimited', 'cancelled'];

/** Whether the failure says nothing of what was asked: whatever is asked in its place meets it as well. */
export function failsAnyRequest({ code }: Failure): boolean {
  return CODES.includes(code);
}

/** Whether asking the same again may be answered: the failure says nothing of what was asked, or time ran out. */
export function mayPass(error: Failure): boolean {
  return error.code === 'timeout' || failsAnyRequest(error);
}
