import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failingTransactions, type TransactionName, transactionNames } from '../../../devnet/names';
import { type Devnet, startDevnet } from '../../../devnet/seed';
import type { Hash } from '../../../src/core/chain/primitives';
import { createCallTracerParser } from '../../../src/core/trace/call-tracer';
import { RowFlag, RowKind, type Trace } from '../../../src/core/trace/rows';
import { fetchBlock, fetchReceipt, fetchTransaction } from '../../../src/net/chain-reader';
import type { Rpc } from '../../../src/net/rpc/rpc';
import { type ReplayJob, replayTransaction } from '../../../src/workers/trace/replay-transaction';
import { type FaultProxy, startFaultProxy } from '../../helpers/fault-proxy';
import { ANVIL_NETWORK, rpcOf } from '../../helpers/rpc';

const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;
const NETWORK = { id: ANVIL_NETWORK, name: 'Anvil' };

let devnet: Devnet;
let proxy: FaultProxy;
beforeAll(async () => {
  devnet = await startDevnet({ small: true });
  proxy = await startFaultProxy(devnet.rpcUrl);
}, 120_000);
afterAll(async () => {
  await proxy?.stop();
  await devnet?.stop();
});
beforeEach(() => proxy.set({}));

const names = transactionNames.filter((name) => name !== 'hundred-thousand-calls');

async function jobOf(hash: Hash, rpc: Rpc = rpcOf([proxy.url])): Promise<ReplayJob> {
  const direct = rpcOf([devnet.rpcUrl]);
  const [transaction, receipt] = await Promise.all([fetchTransaction(direct, hash), fetchReceipt(direct, hash)]);
  if (!transaction.ok || !receipt.ok) throw new Error('the demo chain does not know the transaction');
  const block = await fetchBlock(direct, receipt.value.blockHash);
  if (!block.ok) throw new Error(block.error.message);
  return {
    rpc,
    network: NETWORK,
    block: block.value,
    transaction: transaction.value,
    receipt: receipt.value,
    signal: new AbortController().signal,
  };
}

const hashOf = (name: TransactionName) => devnet.hashOf(name) as Hash;

/** The replay of the transaction; throws when it could not be executed or is not verified. */
async function verified(job: ReplayJob) {
  const replayed = await replayTransaction(job);
  if (!replayed.ok) throw new Error(replayed.error.message);
  if (!replayed.value.verified) throw new Error(replayed.value.difference);
  return replayed.value;
}

describe('a transaction executed again', () => {
  test.each(names)('%s, on the state that prestateTracer gives', async (name) => {
    const job = await jobOf(hashOf(name));
    const { origin, replay, compared } = await verified(job);
    expect(origin).toBe('prestateTracer');
    expect(replay.result?.success).toBe(!failingTransactions.has(name));
    expect(compared.gasUsed).toBe(job.receipt.gasUsed);
    expect(linesOf(replay.finish())).toEqual(linesOf(await callTracerOf(job.transaction.hash)));
  });

  test.each(names)('%s, on the state of the parent block alone', async (name) => {
    proxy.set({ refuse: ONLY_PLAIN });
    const { origin, replay } = await verified(await jobOf(hashOf(name)));
    expect(origin).toBe('rpc');
    expect(replay.result?.success).toBe(!failingTransactions.has(name));
  });
});

async function callTracerOf(hash: Hash): Promise<Trace> {
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true } };
  const response = await fetch(devnet.rpcUrl, {
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
function linesOf({ rows, addresses, words, texts, payload }: Trace): string[] {
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
