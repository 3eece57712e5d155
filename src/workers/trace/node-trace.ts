/**
 * The methods by which a node reports calls: the best one that answers, and why
 * the better ones did not. The replay comes before them (open/acquire-trace.ts).
 *
 *     callTracer → trace_transaction → ots_traceTransaction → struct logs → receipt
 */
import type { Network, ProbedMethod } from '../../core/chain/network';
import type { Block, Receipt, SpentGas, Transaction } from '../../core/chain/transaction';
import { describeTraceProblem, type TraceParser } from '../../core/trace/parser';
import { addReceiptLogs } from '../../core/trace/receipt-logs';
import { receiptTrace } from '../../core/trace/receipt-trace';
import { lastingLogs } from '../../core/trace/row-fields';
import type { Trace, TraceMethod } from '../../core/trace/rows';
import { type Failure, type FailureCode, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { fetchCode } from '../../net/account-reader';
import { failsAnyRequest } from '../../net/rpc/endpoint-failures';
import type { Rpc } from '../../net/rpc/rpc';
import { type RpcStream, RpcStreamError } from '../../net/rpc/stream';
import {
  streamCallTracer,
  streamOtterscanTrace,
  streamParityTrace,
  streamStructLogs,
  type TraceOptions,
} from '../../net/trace-streams';
import type { KnownEndpoint } from '../chain/chains';
import { probedAgainst } from '../chain/probe-results';
import type { Progress } from '../ids';
import { createSlices } from '../scheduling/slices';
import type { SkippedSource } from './open-trace.api';
import { noteRefusal, refusalOf } from './refusals';

/** A mined transaction. */
export type Mined = {
  transaction: Transaction;
  receipt: Receipt;
  network: () => Promise<Pick<Network, 'id' | 'name'>>;
  block: Block | undefined;
};

/** The answer of callTracer. Whoever takes it reads it or calls `end`. */
export type EarlyCalls = { stream: Promise<Result<RpcStream, Failure>>; end(): void };

export type Acquired = { trace: Trace; skipped: readonly SkippedSource[] };

type NodeMethod = {
  source: TraceMethod;
  probed: ProbedMethod;
  stream: (rpc: Rpc, hash: Transaction['hash'], options: TraceOptions) => Promise<Result<RpcStream, Failure>>;
  parser: (mined: Asked, rpc: Rpc, signal: AbortSignal) => Promise<TraceParser>;
};

/** A mined transaction whose receipt may be missing. */
type Asked = Pick<Mined, 'transaction'> & { receipt?: Receipt };

const METHODS: readonly NodeMethod[] = [
  {
    source: 'callTracer',
    probed: 'callTracer',
    stream: streamCallTracer,
    parser: async ({ transaction }) =>
      (await import('../../core/trace/call-tracer')).createCallTracerParser({}, transaction),
  },
  {
    source: 'trace_transaction',
    probed: 'trace_transaction',
    stream: streamParityTrace,
    parser: async ({ transaction }) =>
      (await import('../../core/trace/parity-trace')).createParityTraceParser({}, transaction),
  },
  {
    source: 'ots_traceTransaction',
    probed: 'ots_traceTransaction',
    stream: streamOtterscanTrace,
    parser: async ({ transaction, receipt }) => {
      const { createOtterscanTraceParser } = await import('../../core/trace/otterscan-trace');
      return createOtterscanTraceParser({}, receipt?.status === 'failed', transaction);
    },
  },
  { source: 'structLogs', probed: 'structLogs', stream: streamStructLogs, parser: structLogsParser },
];

/** Goes down these methods. The receipt is the last, so that only a cancelled job or an unusable endpoint fails. */
export async function acquireNodeTrace(
  rpc: Rpc,
  endpoints: readonly KnownEndpoint[],
  mined: Mined,
  signal: AbortSignal,
  onProgress?: (progress: Progress) => void,
  early?: EarlyCalls,
): Promise<Result<Acquired, Failure>> {
  const skipped: SkippedSource[] = [];
  for (const method of METHODS) {
    const known = refusalOf(rpc, method.source) ?? probedAgainst(endpoints, method.probed);
    if (known !== undefined) {
      skipped.push({ source: method.source, reason: known });
      if (method.source === 'callTracer') early?.end();
      continue;
    }
    const begun = method.source === 'callTracer' ? early?.stream : undefined;
    if (begun) signal.addEventListener('abort', () => early?.end(), { once: true });
    const read = await readByMethod(method, rpc, mined, signal, onProgress, begun);
    if (read.ok) return ok({ trace: withFacts(read.value, mined, await spentAsTold(read.value, mined)), skipped });
    if (failsAnyRequest(read.error)) return read;
    if (read.error.code === 'unsupported') noteRefusal(rpc, method.source, read.error.message);
    skipped.push({ source: method.source, reason: read.error.message });
  }
  return ok({ trace: receiptTrace(mined.transaction, mined.receipt), skipped });
}

/** Returns the calls that callTracer reports of a mined transaction whose receipt nobody has. Its gas is as the node states it. */
export function readCallsAlone(
  rpc: Rpc,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<Result<Trace, Failure>> {
  const [callTracer] = METHODS as [NodeMethod];
  return readByMethod(callTracer, rpc, { transaction }, signal, undefined, undefined);
}

/** Steps do not say what the outermost call is, nor, when there are none, whether there should have been some. */
async function structLogsParser({ transaction, receipt }: Asked, rpc: Rpc, signal: AbortSignal): Promise<TraceParser> {
  const { from, to, value, input, gas } = transaction;
  const code = to === undefined ? undefined : await fetchCode(rpc, to, 'latest', { signal });
  const { createStructLogsParser } = await import('../../core/trace/struct-logs');
  return createStructLogsParser({
    from,
    value,
    input,
    gas,
    ...(to === undefined ? {} : { to }),
    ...(to === undefined && receipt?.contractAddress !== undefined ? { created: receipt.contractAddress } : {}),
    ...(code?.ok === true ? { hasCode: code.value !== '0x' } : {}),
  });
}

/** Streams one answer into its parser; `begun` is the answer that is on its way already. */
async function readByMethod(
  method: NodeMethod,
  rpc: Rpc,
  mined: Asked,
  signal: AbortSignal,
  onProgress: ((progress: Progress) => void) | undefined,
  begun: EarlyCalls['stream'] | undefined,
): Promise<Result<Trace, Failure>> {
  const parser = await method.parser(mined, rpc, signal);
  const opened = await (begun ?? method.stream(rpc, mined.transaction.hash, { signal }));
  if (!opened.ok) return opened;
  const slices = createSlices(signal, onProgress);
  let bytes = 0;
  try {
    for await (const chunk of opened.value.chunks) {
      parser.push(chunk);
      bytes += chunk.length;
      if (parser.problem !== undefined) break;
      slices.report({ phase: 'Reading the trace', done: bytes, unit: 'bytes' });
      await slices.pause();
    }
  } catch (error) {
    if (error instanceof RpcStreamError) return fail(error.failure);
    throw error;
  }
  const parsed = parser.finish();
  if (!parsed.ok) {
    const { kind } = parsed.error;
    const code: FailureCode = kind === 'limit' ? 'tooLarge' : kind === 'malformed' ? 'badAnswer' : 'unsupported';
    const reason = `${opened.value.endpoint}: ${describeTraceProblem(parsed.error)}`;
    return fail(failure(kind === 'empty' ? 'badAnswer' : code, reason));
  }
  return isOf(parsed.value, mined)
    ? ok(parsed.value)
    : fail(failure('badAnswer', `${opened.value.endpoint} answered with the trace of another transaction.`));
}

/** Whether the root frame is that of the transaction, by its sender and, where there is one, its recipient. */
function isOf({ rows, addresses }: Trace, { transaction }: Asked): boolean {
  const to = rows.to[0] < 0 ? undefined : addresses[rows.to[0]];
  return addresses[rows.from[0]] === transaction.from && (transaction.to === undefined || to === transaction.to);
}

/**
 * The trace with what the receipt knows better. Nodes differ on the root's
 * gas: without the intrinsic gas in geth's forks, summed up over the block in
 * Anvil. And some tracers leave logs out.
 */
function withFacts(read: Trace, { transaction, receipt }: Mined, spent: SpentGas | undefined): Trace {
  const trace = { ...read, ...(spent && { spent }) };
  trace.rows.gas[0] = transaction.gas;
  trace.rows.gasUsed[0] = receipt.gasUsed;
  const logs = lastingLogs(trace).length;
  return logs === 0 && receipt.logs.length > 0 ? addReceiptLogs(trace, receipt.logs) : trace;
}

/** The gas before refunds, where the rules of the chain are known. */
async function spentAsTold(trace: Trace, mined: Mined): Promise<SpentGas | undefined> {
  const { network, block } = mined;
  if (block === undefined) return trace.spent;
  const [{ chainRules, goesByTheNode }, { spentGas }, of] = await Promise.all([
    import('../../core/evm/rules/chain-rules'),
    import('../../core/gas/spent-gas'),
    network(),
  ]);
  const rules = chainRules(of, block, { isDevelopment: goesByTheNode(of) });
  return rules.ok ? spentGas(trace, mined, rules.value.fork) : trace.spent;
}
