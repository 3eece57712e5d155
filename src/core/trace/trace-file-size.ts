/** The size of a trace file, for whoever reads one: page, worker, request, command. */
import { type Failure, failure } from '../values/failure';

/** Bytes of a file at most, packed as it is handed over. */
export const MAX_TRACE_FILE = 512 << 20;

/** Returns the failure of a file with more than `MAX_TRACE_FILE` bytes. */
export function traceFileTooLarge(): Failure {
  return failure('tooLarge', `The file is larger than ${MAX_TRACE_FILE >> 20} MB.`);
}
