/**
 * Finds the recorded traces in the exchanges of the erigon-rpc-tests suite:
 * one per transaction, whatever the method wrapped around it.
 */
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { isFields, readList } from '../../../src/core/values/json-fields';

export type Format = 'callTracer' | 'flat' | 'otterscan' | 'structLogs';

export type RecordedTrace = {
  /** File and place in it, `mainnet/trace_block/test_02.json [3]`. */
  name: string;
  format: Format;
  /** The answer of a node for this transaction alone. */
  answer: unknown;
  /** The chain and the transaction's hash. Absent for calls that were never mined. */
  transaction?: string;
  /** The call that was traced, where the request holds it. */
  call?: CallParameters;
  /** Blocks with system calls or withdrawals state entries without a transaction; then this says so. */
  note?: string;
};

/** A transaction or call as JSON-RPC writes it. */
export type CallParameters = { from?: Address; to?: Address | null; value?: Hex; input?: Hex; data?: Hex; gas?: Hex };

/** Recorded, but no trace of one transaction. */
export type NoTrace = { name: string; reason: string };

export type Exchange = { request?: { method?: string; params?: unknown[] }; response?: Record<string, unknown> };

/** Traces, and what is no trace though its method could give one, of one exchange. */
export function* recordedTraces(chain: string, name: string, exchange: Exchange): Generator<RecordedTrace | NoTrace> {
  const method = exchange.request?.method ?? '';
  const params = exchange.request?.params ?? [];
  const { response } = exchange;
  if (!/^(debug_trace|trace_|ots_traceTransaction)/.test(method)) return;
  if (!isFields(response) || !('result' in response || 'error' in response)) {
    yield { name, reason: 'the answer was not recorded (it depends on the head of the chain)' };
    return;
  }
  const make = (
    place: string,
    format: Format,
    answer: unknown,
    hash?: unknown,
    call?: CallParameters,
  ): RecordedTrace => ({
    name: `${name}${place}`,
    format,
    answer,
    ...(typeof hash === 'string' ? { transaction: `${chain} ${hash.toLowerCase()}` } : {}),
    ...(call === undefined ? {} : { call }),
  });
  if (method.startsWith('debug_trace')) yield* debugTraces(method, params, response, name, make);
  else if (method === 'ots_traceTransaction') yield make('', 'otterscan', response, params[0]);
  else yield* flatTraces(method, params, response, name, make);
}

type Make = (place: string, format: Format, answer: unknown, hash?: unknown, call?: CallParameters) => RecordedTrace;

function* debugTraces(
  method: string,
  params: unknown[],
  response: Record<string, unknown>,
  name: string,
  make: Make,
): Generator<RecordedTrace | NoTrace> {
  const options = params.findLast(
    (param) => isFields(param) && !('data' in param || 'input' in param || 'from' in param),
  );
  const tracer = isFields(options) ? options.tracer : undefined;
  const format = tracer === undefined ? 'structLogs' : FORMATS[String(tracer)];
  if (format === undefined) {
    yield { name, reason: `${tracer} gives no call tree` };
    return;
  }
  const { result } = response;
  if (method === 'debug_traceTransaction') yield make('', format, response, params[0]);
  else if (method === 'debug_traceCall') yield make('', format, response, undefined, params[0] as CallParameters);
  else if (Array.isArray(result) && method === 'debug_traceCallMany') {
    const bundles = params[0] as { transactions?: CallParameters[] }[];
    for (const [bundle, answers] of result.entries()) {
      for (const [index, answer] of readList(answers).entries()) {
        yield make(` [${bundle}][${index}]`, format, answer, undefined, bundles[bundle]?.transactions?.[index]);
      }
    }
  } else if (Array.isArray(result)) {
    for (const [index, element] of result.entries()) {
      if (isFields(element)) yield make(` [${index}]`, format, { result: element.result }, element.txHash);
    }
  } else yield make('', format, response);
}

const FORMATS: Record<string, Format> = { callTracer: 'callTracer', flatCallTracer: 'flat' };

function* flatTraces(
  method: string,
  params: unknown[],
  response: Record<string, unknown>,
  name: string,
  make: Make,
): Generator<RecordedTrace | NoTrace> {
  const { result } = response;
  if (method === 'trace_get') {
    yield { name, reason: 'trace_get answers one entry, not a trace' };
  } else if (method === 'trace_filter' && isPartial(params[0])) {
    yield { name, reason: 'this trace_filter selects entries, not whole traces' };
  } else if (Array.isArray(result) && result.every((entry) => isFields(entry) && 'traceAddress' in entry)) {
    yield* byTransaction(result, make, params[0], method);
  } else if (Array.isArray(result)) {
    for (const [index, element] of result.entries()) {
      if (isFields(element)) yield* replayed(element, ` [${index}]`, name, make);
    }
  } else if (isFields(result)) {
    yield* replayed(result, '', name, make, method === 'trace_replayTransaction' ? params[0] : undefined);
  } else yield make('', 'flat', response);
}

/** `{ output, stateDiff, trace, vmTrace }`, of which `trace` may not have been asked for. */
function* replayed(
  element: Record<string, unknown>,
  place: string,
  name: string,
  make: Make,
  hash: unknown = element.transactionHash,
): Generator<RecordedTrace | NoTrace> {
  const { trace } = element;
  if (!Array.isArray(trace)) yield { name: `${name}${place}`, reason: 'the trace was not asked for' };
  else if (trace.length === 0) yield { name: `${name}${place}`, reason: 'the node recorded no entry' };
  else if (trace.every((entry) => isFields(entry) && entry.type === 'reward')) {
    yield { name: `${name}${place}`, reason: 'withdrawals and rewards are no calls' };
  } else yield make(place, 'flat', { result: element }, hash);
}

/** The entries of a block's list, apart by transaction; block rewards belong to none. */
function* byTransaction(entries: unknown[], make: Make, hash: unknown, method: string): Generator<RecordedTrace> {
  const groups = new Map<unknown, unknown[]>();
  for (const entry of entries) {
    if (!isFields(entry) || entry.type === 'reward') continue;
    const key = entry.transactionHash ?? (method === 'trace_transaction' ? hash : undefined);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  for (const [key, group] of groups) yield make(groups.size > 1 ? ` ${key}` : '', 'flat', { result: group }, key);
}

function isPartial(filter: unknown): boolean {
  return isFields(filter) && ['fromAddress', 'toAddress', 'after', 'count'].some((key) => filter[key] != null);
}
