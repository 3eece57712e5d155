/**
 * A JSON-RPC endpoint on the loopback address that answers what was recorded of
 * one chain, and composes answers from what was recorded of the same
 * transaction by other methods. What was not recorded it refuses as a node
 * does: null for what it has not heard of, "method not found" for methods
 * nobody recorded, pruned state for the rest.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { quantityHex } from '../../../src/core/chain/hex';
import { closeServer, listenHere } from '../../serving/local-server';
import type { Format } from '../traces/recorded';
import { compose } from './compose';
import { isObject, type Json, type Recordings, requestKey } from './recordings';

export type RecordedServer = {
  url: string;
  /** Traces of this format only, so that each source of a trace can be tried; undefined for all. */
  only: Format | undefined;
  stop(): Promise<void>;
};

export async function startRecordedServer(recordings: Recordings): Promise<RecordedServer> {
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const body: unknown = request.method === 'POST' ? JSON.parse(sent) : undefined;
      response.writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      });
      const reply = (call: unknown) => replyTo(recordings, started.only, call);
      response.end(body === undefined ? '' : JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body)));
    });
  });
  const port = await listenHere(server);
  const started: RecordedServer = {
    url: `http://127.0.0.1:${port}`,
    only: undefined,
    stop: () => closeServer(server),
  };
  return started;
}

function replyTo(recordings: Recordings, only: Format | undefined, call: unknown): Json {
  if (!isObject(call) || typeof call.method !== 'string')
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'invalid request' } };
  const params = Array.isArray(call.params) ? call.params : [];
  return { jsonrpc: '2.0', id: call.id, ...answerOf(recordings, only, call.method, params) };
}

const NO_METHOD = { error: { code: -32601, message: 'the method does not exist/is not available' } };
const PRUNED = { error: { code: -32000, message: 'missing trie node (historical state is not available)' } };

/** Returns `{ result }` or `{ error }`. */
export function answerOf(
  recordings: Recordings,
  only: Format | undefined,
  method: string,
  params: readonly unknown[],
): Json {
  const format = formatOf(method, params);
  if (format !== undefined) return traceOf(recordings, only, format, String(params[0]));
  const exact = recordings.exact.get(requestKey(method, params));
  if (exact !== undefined) return exact();
  switch (method) {
    case 'eth_chainId':
      return { result: quantityHex(recordings.networkId) };
    case 'net_version':
      return { result: String(recordings.networkId) };
    case 'web3_clientVersion':
      return { result: 'Recorded/1' };
    case 'eth_blockNumber':
      return { result: quantityHex(newest(recordings)) };
    case 'eth_getTransactionByHash':
      return { result: factsOf(recordings, params[0])?.transaction ?? null };
    case 'eth_getTransactionReceipt':
      return { result: factsOf(recordings, params[0])?.receipt ?? null };
    case 'eth_getBlockByHash':
    case 'eth_getBlockByNumber':
      return { result: blockOf(recordings, params[0], params[1] === true) };
    case 'eth_getBlockReceipts':
      return { result: receiptsOf(recordings, params[0]) };
    default:
      return /^eth_(call|get(Code|Balance|StorageAt|TransactionCount|Proof)|estimateGas)$/.test(method)
        ? PRUNED
        : NO_METHOD;
  }
}

/** The format of trace a request asks for, undefined when for none. */
function formatOf(method: string, [, options]: readonly unknown[]): Format | undefined {
  if (method === 'trace_transaction') return 'flat';
  if (method === 'ots_traceTransaction') return 'otterscan';
  if (method !== 'debug_traceTransaction') return undefined;
  const tracer = isObject(options) ? options.tracer : undefined;
  if (tracer === undefined) return 'structLogs';
  return tracer === 'callTracer' ? 'callTracer' : undefined;
}

function traceOf(recordings: Recordings, only: Format | undefined, format: Format, hash: string): Json {
  const recording = recordings.transactions.get(hash.toLowerCase())?.traces.get(format);
  // Not "no such method": the same endpoint has the traces of other transactions.
  if (recording === undefined || (only !== undefined && only !== format)) return PRUNED;
  const body = recording.read();
  const { result } = body;
  // The list inside what trace_replayTransaction answers is what trace_transaction does.
  return format === 'flat' && isObject(result) && Array.isArray(result.trace) ? { result: result.trace } : body;
}

/** Returns what is recorded or can be composed of a transaction. */
function factsOf(recordings: Recordings, hash: unknown): { transaction?: Json; receipt?: Json } | undefined {
  const recorded = recordings.transactions.get(String(hash).toLowerCase());
  if (recorded === undefined) return undefined;
  const composed = compose(recorded);
  return 'reason' in composed ? recorded : composed;
}

function blockOf(recordings: Recordings, place: unknown, whole: boolean): Json | null {
  const block = recordings.blocks.get(place === 'latest' ? quantityHex(newest(recordings)) : String(place));
  if (block === undefined) return null;
  const entries = block.transactions as unknown[];
  if (!whole) return { ...block, transactions: entries.map((entry) => (isObject(entry) ? entry.hash : entry)) };
  const transactions = entries.map((entry) => (isObject(entry) ? entry : factsOf(recordings, entry)?.transaction));
  return transactions.includes(undefined) ? null : { ...block, transactions };
}

function receiptsOf(recordings: Recordings, place: unknown): unknown {
  const block = blockOf(recordings, place, false);
  const receipts = (block?.transactions as unknown[] | undefined)?.map((hash) => factsOf(recordings, hash)?.receipt);
  return receipts === undefined || receipts.includes(undefined) ? null : receipts;
}

/** The highest recorded block, 0 when none is. */
function newest({ blocks }: Recordings): number {
  let highest = 0;
  for (const { number } of blocks.values()) highest = Math.max(highest, Number(number));
  return highest;
}
