/** Replays of a node's transactions, and what they are compared with. */
import type { Hash } from '../../src/core/chain/primitives';
import type { Receipt } from '../../src/core/chain/transaction';
import { createCallTracerParser } from '../../src/core/trace/call-tracer';
import { RowFlag, RowKind, type Trace } from '../../src/core/trace/rows';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../src/net/chain-reader';
import type { ReplayJob } from '../../src/workers/trace/replay/replay-job';
import { replayTransaction } from '../../src/workers/trace/replay/replay-transaction';
import { ANVIL_NETWORK, rpcOf } from './rpc';

/** Transactions of a hundred thousand calls take Anvil seconds to answer with. */
const PATIENCE = { limits: { timeout: 60_000 } };

/** The job of replaying a transaction of the node at `url`, with state read through `through`. */
export async function replayJobOf(url: string, hash: Hash, through: string): Promise<ReplayJob & { receipt: Receipt }> {
  const direct = rpcOf([url], PATIENCE);
  const [transaction, receipt] = await Promise.all([fetchTransaction(direct, hash), fetchReceipt(direct, hash)]);
  if (!transaction.ok || !receipt.ok) throw new Error('the node does not know the transaction');
  const block = await fetchBlock(direct, receipt.value.blockHash);
  if (!block.ok) throw new Error(block.error.message);
  return {
    rpc: rpcOf([through], PATIENCE),
    network: { id: ANVIL_NETWORK, name: 'Anvil' },
    block: block.value,
    transaction: transaction.value,
    receipt: receipt.value,
    signal: new AbortController().signal,
  };
}

/** The replay of the transaction; throws when it could not be executed or is not verified. */
export async function verifiedReplay(job: ReplayJob) {
  const replayed = await replayTransaction(job);
  if (!replayed.ok) throw new Error(replayed.error.message);
  if (!replayed.value.verified) throw new Error(replayed.value.difference);
  return replayed.value;
}

/** The node's own call tree of the transaction. */
export async function callTracerOf(url: string, hash: Hash): Promise<Trace> {
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true } };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_traceTransaction', params: [hash, config] }),
  });
  const parser = createCallTracerParser();
  parser.push(new Uint8Array(await response.arrayBuffer()));
  const parsed = parser.finish();
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

/**
 * Every row of a trace with all it says, but the gas of the root, which Anvil
 * counts without what the envelope costs, and logs that were undone, which it leaves out.
 */
export function linesOf({ rows, addresses, words, texts, payload }: Trace): string[] {
  const slice = (start: number, length: number) => Buffer.from(payload.subarray(start, start + length)).toString('hex');
  return Array.from({ length: rows.length }, (_, row) => {
    const isLog = rows.kind[row]! === RowKind.log;
    if (isLog && (rows.flags[row]! & (RowFlag.undone | RowFlag.failed)) !== 0) return [];
    return [
      rows.depth[row]!,
      rows.kind[row]!,
      rows.flags[row]!,
      addresses[rows.from[row]!],
      addresses[rows.to[row]!] ?? '-',
      words[rows.value[row]!] ?? '-',
      row === 0 || isLog ? '' : `${rows.gas[row]!} ${rows.gasUsed[row]!}`,
      slice(rows.inputStart[row]!, rows.inputLength[row]!),
      isLog ? rows.outputStart[row]! : slice(rows.outputStart[row]!, rows.outputLength[row]!),
      errorOf(texts[rows.error[row]!]),
    ].join(' ');
  }).flat();
}

/** Anvil's own words for an address that is taken; all others are geth's. */
function errorOf(text = ''): string {
  return text === 'CreateCollision' ? 'contract address collision' : text;
}
