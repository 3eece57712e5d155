/**
 * Every recorded callTracer, flat, `ots_traceTransaction` and struct-log trace
 * must become a call tree, and the trees of one transaction must agree.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { createCallTracerParser } from '../../../src/core/trace/call-tracer';
import { createOtterscanTraceParser } from '../../../src/core/trace/otterscan-trace';
import { createParityTraceParser } from '../../../src/core/trace/parity-trace';
import { describeTraceProblem, type TraceParser } from '../../../src/core/trace/parser';
import type { Trace } from '../../../src/core/trace/rows';
import { createStructLogsParser, type StructLogContext } from '../../../src/core/trace/struct-logs';
import { isFields } from '../../../src/core/values/json-fields';
import type { CaseResult, Suite } from '../suite';
import { difference } from '../traces/compare';
import {
  type CallParameters,
  type Exchange,
  type Format,
  type RecordedTrace,
  recordedTraces,
} from '../traces/recorded';

export const suite: Suite = { name: 'erigon-rpc-tests', run };

type Parsed = { name: string; format: Format; trace: Trace; hasStack: boolean; hasMemory: boolean };

async function* run(folder: string): AsyncIterable<CaseResult> {
  const transactions = await recordedTransactions(folder);
  const parsed = new Map<string, Parsed[]>();
  for await (const { chain, name, exchange } of exchanges(folder, /^(debug_trace|trace_|ots_traceTransaction)/)) {
    for (const found of recordedTraces(chain, name, exchange)) {
      if ('reason' in found) {
        yield { name: found.name, outcome: 'skipped', reason: found.reason };
        continue;
      }
      const result = parseRecorded(found, transactions);
      if ('outcome' in result) yield result;
      else {
        yield { name: found.name, outcome: 'passed' };
        if (found.transaction !== undefined) append(parsed, found.transaction, result);
      }
    }
  }
  for (const [transaction, traces] of parsed) yield* agreement(transaction, traces);
}

/** Compares each trace with one of the fullest format. */
function* agreement(transaction: string, traces: Parsed[]): Generator<CaseResult> {
  traces.sort((a, b) => FULLEST.indexOf(a.format) - FULLEST.indexOf(b.format));
  const [reference, ...others] = traces;
  for (const other of others) {
    const name = `${transaction}: ${reference!.name} = ${other.name}`;
    const formats = [reference!.format, other.format];
    const reason = difference(reference!.trace, other.trace, {
      precompiles: !formats.includes('flat') && !formats.includes('otterscan'),
      addresses: reference!.hasStack && other.hasStack,
      input: reference!.hasMemory && other.hasMemory,
      failures: !formats.includes('otterscan') && reference!.hasStack && other.hasStack,
      output: reference!.hasMemory && other.hasMemory,
    });
    yield reason === undefined ? { name, outcome: 'passed' } : { name, outcome: 'failed', reason };
  }
}
const FULLEST: readonly Format[] = ['callTracer', 'flat', 'structLogs', 'otterscan'];

function parseRecorded(found: RecordedTrace, transactions: Map<string, CallParameters>): Parsed | CaseResult {
  const { name, format } = found;
  const text = JSON.stringify(found.answer);
  const parser = parserFor(found, transactions);
  // An odd chunk size, so that boundaries fall anywhere.
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += CHUNK) parser.push(bytes.subarray(at, at + CHUNK));
  const result = parser.finish();
  if (result.ok) {
    const steps = format === 'structLogs';
    return {
      name,
      format,
      trace: result.value,
      hasStack: !steps || text.includes('"stack":['),
      hasMemory: !steps || text.includes('"memory":['),
    };
  }
  const { error } = result;
  const isNone = isFields(found.answer) && isEmpty(found.answer.result);
  if (error.kind === 'rpcError' || (error.kind === 'empty' && isNone)) return { name, outcome: 'passed' };
  return { name, outcome: 'failed', reason: describeTraceProblem(error) };
}
const CHUNK = 4_093;

function parserFor(found: RecordedTrace, transactions: Map<string, CallParameters>): TraceParser {
  switch (found.format) {
    case 'callTracer':
      return createCallTracerParser();
    case 'flat':
      return createParityTraceParser();
    case 'otterscan':
      return createOtterscanTraceParser();
    case 'structLogs':
      return createStructLogsParser(contextOf(found.call ?? transactions.get(found.transaction ?? '') ?? {}));
  }
}

/** The outermost call of a transaction; zeros where it is not recorded. */
function contextOf(call: CallParameters): StructLogContext {
  return {
    from: (call.from ?? NOBODY).toLowerCase() as Address,
    ...(call.to === null ? {} : { to: (call.to ?? NOBODY).toLowerCase() as Address }),
    value: BigInt(call.value ?? 0),
    input: (call.input ?? call.data ?? '0x').toLowerCase() as Hex,
    gas: Number(call.gas ?? 0),
  };
}
const NOBODY = `0x${'00'.repeat(20)}` as Address;

/** Transactions by chain and hash, from the answers that hold whole ones and from the roots of other traces. */
async function recordedTransactions(folder: string): Promise<Map<string, CallParameters>> {
  const transactions = new Map<string, CallParameters>();
  const methods = /^(eth_getBlockBy|eth_getTransactionBy|ots_getBlockTransactions|debug_trace|trace_)/;
  for await (const { chain, exchange, name } of exchanges(folder, methods)) {
    const result = exchange.response?.result;
    for (const transaction of wholeTransactions(result)) {
      transactions.set(`${chain} ${String(transaction.hash).toLowerCase()}`, transaction as CallParameters);
    }
    for (const found of recordedTraces(chain, name, exchange)) {
      if ('reason' in found || found.transaction === undefined || transactions.has(found.transaction)) continue;
      const root = rootCall(found);
      if (root !== undefined) transactions.set(found.transaction, root);
    }
  }
  return transactions;
}

function rootCall({ format, answer }: RecordedTrace): CallParameters | undefined {
  const result = isFields(answer) ? answer.result : undefined;
  if (format === 'callTracer' && isFields(result)) {
    return { ...result, ...(result.type === 'CREATE' ? { to: null } : {}) } as CallParameters;
  }
  if (format !== 'flat') return undefined;
  const list = isFields(result) ? result.trace : result;
  const root = Array.isArray(list) ? list.find((entry) => isFields(entry) && isRoot(entry)) : undefined;
  if (!isFields(root) || !isFields(root.action)) return undefined;
  const { action } = root;
  return { ...action, ...(root.type === 'create' ? { to: null, input: action.init } : {}) } as CallParameters;
}

function isRoot(entry: Record<string, unknown>): boolean {
  return entry.type !== 'reward' && Array.isArray(entry.traceAddress) && entry.traceAddress.length === 0;
}

/** Objects that are transactions: at most one level inside a block or a list. */
function* wholeTransactions(result: unknown): Generator<Record<string, unknown>> {
  if (!isFields(result)) return;
  if ('hash' in result && 'nonce' in result && 'from' in result) yield result;
  const block = isFields(result.fullblock) ? result.fullblock : result;
  for (const transaction of Array.isArray(block.transactions) ? block.transactions : []) {
    if (isFields(transaction) && 'hash' in transaction && 'input' in transaction) yield transaction;
  }
}

async function* exchanges(
  folder: string,
  methods: RegExp,
): AsyncGenerator<{ chain: string; name: string; exchange: Exchange }> {
  for (const chain of await folders(folder)) {
    for (const method of await folders(join(folder, chain))) {
      if (!methods.test(method)) continue;
      const files = (await readdir(join(folder, chain, method))).filter((file) => /\.json(\.gz)?$/.test(file)).sort();
      for (const file of files) {
        const bytes = await readFile(join(folder, chain, method, file));
        const list: unknown = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
        for (const [index, exchange] of (Array.isArray(list) ? list : [list]).entries()) {
          const place = Array.isArray(list) && list.length > 1 ? ` #${index}` : '';
          if (isFields(exchange))
            yield { chain, name: `${chain}/${method}/${file}${place}`, exchange: exchange as Exchange };
        }
      }
    }
  }
}

async function folders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
