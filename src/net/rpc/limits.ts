/** Bounds of the transport. Times are milliseconds. */
export type RpcLimits = {
  /** HTTP requests open at once per endpoint; browsers allow six per host over HTTP/1.1. */
  concurrency: number;
  /** Calls in one HTTP request, until an endpoint is found to take fewer. */
  batchSize: number;
  /** Time for one attempt of one call, unless the call says otherwise, milliseconds. */
  timeout: number;
  /** Bytes of an answer that is read whole. */
  maxBytes: number;
  /** Bytes of a streamed answer. */
  maxStreamBytes: number;
  /** Milliseconds without a byte after which a streamed answer has stalled. */
  streamIdle: number;
  /** Times that the list of endpoints is gone through, the first included. */
  rounds: number;
  /** First pause between rounds; doubles each time, and varies by half. */
  backoff: number;
  /** The longest a rate limit is waited for; past it the failure says when to come back. */
  maxRateLimitWait: number;
  /** An endpoint that was down or too slow is tried last for this long. */
  cooldown: number;
};

export const DEFAULT_LIMITS: RpcLimits = {
  concurrency: 6,
  batchSize: 100,
  timeout: 15_000,
  maxBytes: 64 * 1024 * 1024,
  maxStreamBytes: 2 * 1024 * 1024 * 1024,
  streamIdle: 60_000,
  rounds: 3,
  backoff: 250,
  maxRateLimitWait: 3_000,
  cooldown: 15_000,
};
