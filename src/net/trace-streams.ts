/**
 * Traces as nodes deliver them: the raw bytes of one JSON-RPC answer whose
 * `result` is the trace. A result of `null`, `{}` or without steps is not
 * recognised here; whoever parses it treats it as "unsupported".
 */
import type { Hash } from '../core/chain/primitives';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import type { Rpc } from './rpc/rpc';
import type { RpcStream } from './rpc/stream';

export type TraceOptions = {
  signal?: AbortSignal | undefined;
  /** Bytes of the answer, 2 GB unless given. */
  maxBytes?: number;
  /** Milliseconds the node may take, 120,000 unless given. */
  timeout?: number;
};

export type StructLogOptions = TraceOptions & {
  /** The memory of every step: many times the rest. Off unless given. */
  memory?: boolean;
};

type Answer = Promise<Result<RpcStream, Failure>>;

const NODE_TIMEOUT = 120_000;
/** The node is given so much longer to say that it ran out of time. */
const GRACE = 10_000;

/** Streams debug_traceTransaction with `callTracer` and its logs: a tree of frames `{type, from, to, …, calls, logs}`. */
export function streamCallTracer(rpc: Rpc, hash: Hash, options: TraceOptions = {}): Answer {
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true, onlyTopCall: false } };
  return stream(rpc, 'debug_traceTransaction', [hash, { ...config, timeout: nodeTimeout(options) }], options);
}

/** Streams trace_transaction: a flat list of actions with `traceAddress`. */
export function streamParityTrace(rpc: Rpc, hash: Hash, options: TraceOptions = {}): Answer {
  return stream(rpc, 'trace_transaction', [hash], options);
}

/** Streams ots_traceTransaction: a flat list of calls with `depth`. */
export function streamOtterscanTrace(rpc: Rpc, hash: Hash, options: TraceOptions = {}): Answer {
  return stream(rpc, 'ots_traceTransaction', [hash], options);
}

/** Streams debug_traceTransaction without a tracer: `{gas, failed, returnValue, structLogs}`, one entry per step with stack and storage. */
export function streamStructLogs(rpc: Rpc, hash: Hash, options: StructLogOptions = {}): Answer {
  const config = {
    enableMemory: options.memory ?? false,
    disableStorage: false,
    disableStack: false,
    enableReturnData: true,
    timeout: nodeTimeout(options),
  };
  return stream(rpc, 'debug_traceTransaction', [hash, config], options);
}

/** Writes the timeout in Go's notation of durations; geth stops after five seconds by default. */
function nodeTimeout(options: TraceOptions): string {
  return `${Math.ceil((options.timeout ?? NODE_TIMEOUT) / 1000)}s`;
}

function stream(rpc: Rpc, method: string, params: readonly unknown[], options: TraceOptions): Answer {
  return rpc.stream(method, params, {
    signal: options.signal,
    timeout: (options.timeout ?? NODE_TIMEOUT) + GRACE,
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  });
}
