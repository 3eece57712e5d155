import { assertUnreachable } from '../values/assert';
import type { Result } from '../values/result';
import type { Trace } from './rows';

/**
 * Parses the answer of one JSON-RPC call, from the bytes as they arrive, to the trace of one transaction.
 * It takes the whole response body as well as the bare `result`.
 */
export interface TraceParser {
  /** Takes the next bytes; they are not kept. Does nothing once there is a problem. */
  push(chunk: Uint8Array): void;
  /** The trace, after the last chunk. To be called once. */
  finish(): Result<Trace, TraceProblem>;
  /** Set as soon as the answer cannot become a trace, so that the caller can stop reading. */
  readonly problem: TraceProblem | undefined;
  /** Rows read so far, for progress. */
  readonly rows: number;
}

/** Why an answer is no trace. Texts are the node's own where they come from it, at most 2,000 characters. */
export type TraceProblem =
  /** The node answered with an error. */
  | { kind: 'rpcError'; code: number; message: string }
  /** `{}`, `[]` or null: nodes that lack a method or tracer answer so. */
  | { kind: 'empty' }
  /** No JSON, or not what the method returns. */
  | { kind: 'malformed'; what: string; offset: number }
  /** Over a bound of ours. */
  | { kind: 'limit'; limit: keyof TraceLimits; allowed: number };

export type TraceLimits = {
  maxRows: number;
  /** Call frames inside one another; the machine itself allows 1,024 (yellow paper, section 9). */
  maxDepth: number;
  /** Bytes of calldata, returndata, logs and error texts together; offsets are 32-bit. */
  maxPayloadBytes: number;
};

export const DEFAULT_LIMITS: TraceLimits = { maxRows: 5_000_000, maxDepth: 10_000, maxPayloadBytes: 2 ** 31 - 1 };

/** Characters of an error text that are kept. */
export const MAX_TEXT = 2_000;

/** Returns one sentence on why there is no trace, in English. */
export function describeTraceProblem(problem: TraceProblem): string {
  switch (problem.kind) {
    case 'rpcError':
      return problem.message === '' ? `The node answered with error ${problem.code}.` : problem.message;
    case 'empty':
      return 'The node answered with an empty trace.';
    case 'malformed':
      return `The answer is no trace: ${problem.what} (byte ${problem.offset.toLocaleString('en')}).`;
    case 'limit':
      return `The trace is over the limit of ${problem.allowed.toLocaleString('en')} ${LIMITS[problem.limit]}.`;
    default:
      return assertUnreachable(problem);
  }
}
const LIMITS = { maxRows: 'rows', maxDepth: 'levels of calls', maxPayloadBytes: 'bytes of data' };
