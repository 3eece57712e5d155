/**
 * An expected failure: what happened, what was tried, and what the reader can do next.
 *
 * Failures are values. They cross the worker boundary as plain data, because
 * Comlink keeps only an error's name, message and stack.
 */
export type FailureCode =
  | 'invalidHash' // not 0x and 64 hex digits
  | 'notFound' // the endpoint answered, and does not know the thing
  | 'noEndpoint' // no endpoint is configured for the network
  | 'endpointDown' // no connection
  | 'wrongChain' // the endpoint serves another chain than the network's
  | 'badAnswer' // the answer is not what the method returns
  | 'rateLimited' // HTTP 429 or a JSON-RPC limit error
  | 'unsupported' // the endpoint lacks the method, or the chain's rules are not known here
  | 'stateUnavailable' // state of the block is pruned
  | 'timeout'
  | 'tooLarge' // over a stated bound
  | 'cancelled' // the reader asked for it
  | 'providerOff' // the reader has not switched this provider on
  | 'storage' // IndexedDB refused (full, blocked, private mode)
  | 'appIncomplete'; // a part of the app could not be loaded

/** One thing that was tried on the way to a failure. */
export type Attempt = {
  /** Name of the endpoint or source, as the reader knows it. */
  source: string;
  /** JSON-RPC method or path, '' when the attempt ended before one was sent. */
  method: string;
  /** Result, in a few words. */
  outcome: string;
};

export type Failure = {
  code: FailureCode;
  /** One sentence for the reader. */
  message: string;
  attempts: readonly Attempt[];
  /** When a rate limit ends, milliseconds since the epoch. */
  retryAt?: number;
  /** The source's own words, at most 2,000 characters. */
  raw?: string;
  /** For a transaction that was known and that no endpoint knows any more: what became of it. */
  gone?: 'replaced' | 'dropped' | 'taken back';
  /**
   * For a transaction that is in a block: there is no receipt of it, or none that can be used, and there may never be
   * one.
   */
  lacksReceipt?: 'none' | 'unusable';
};

/** Creates a failure with the given code and sentence; `more` adds attempts, the raw message or the time to retry. */
export function failure(
  code: FailureCode,
  message: string,
  more: Partial<Omit<Failure, 'code' | 'message'>> = {},
): Failure {
  return { code, message, attempts: [], ...more };
}
