/** The calls inside of a block's transactions, from a trace of the whole block. */
import type { TracedCall } from '../core/chain/internal-call';
import type { Hash } from '../core/chain/primitives';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import { blockParam, type ReadOptions } from './chain-reader';
import { flatBlockTrace, nestedBlockTrace } from './rpc/block-trace-schema';
import type { Rpc } from './rpc/rpc';

export const BLOCK_TRACE_METHODS = ['trace_block', 'debug_traceBlockByHash'] as const;
export type BlockTraceMethod = (typeof BLOCK_TRACE_METHODS)[number];

/** Seconds a node may take, and milliseconds until it is given up: it may say that it ran out of time. */
const NODE_TIMEOUT = 30;
const TIMEOUT = 35_000;

/** Fetches the calls of a block in the order of execution, without the transactions' own calls. */
export function fetchBlockTrace(
  rpc: Rpc,
  { number, hash }: { number: number; hash: Hash },
  method: BlockTraceMethod,
  signal: AbortSignal,
): Promise<Result<readonly TracedCall[], Failure>> {
  const options: ReadOptions = { signal, timeout: TIMEOUT, alone: true };
  switch (method) {
    case 'trace_block':
      return rpc.request(method, [blockParam(number)], flatBlockTrace(hash), options);
    case 'debug_traceBlockByHash':
      return rpc.request(
        method,
        [
          hash,
          { tracer: 'callTracer', tracerConfig: { onlyTopCall: false, withLog: false }, timeout: `${NODE_TIMEOUT}s` },
        ],
        nestedBlockTrace,
        options,
      );
  }
}
