import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failingTransactions, type TransactionName, transactionNames } from '../../../../devnet/names';
import { type DemoChain, startDemoChain } from '../../../helpers/demo-engine';
import { callTracerOf, linesOf, replayJobOf, verifiedReplay } from '../../../helpers/replays';

// A real node; a busy machine may take its time.
const ONLY_PLAIN = /^(debug|trace|ots)_|^eth_createAccessList$/;

let chain: DemoChain;
beforeAll(async () => {
  chain = await startDemoChain();
});
afterAll(() => chain?.stop());
beforeEach(() => chain.proxy.set({}));

// The largest has a node of its own: replay-largest.test.ts.
const names = transactionNames.filter((name) => name !== 'hundred-thousand-calls');

const jobOf = (name: TransactionName) => replayJobOf(chain.devnet.rpcUrl, chain.keyOf(name).hash, chain.proxy.url);

describe('a transaction executed again', () => {
  test.each(names)('%s, on the state that prestateTracer gives', async (name) => {
    const job = await jobOf(name);
    const { origin, replay, compared } = await verifiedReplay(job);
    expect(origin).toBe('prestateTracer');
    expect(replay.result?.success).toBe(!failingTransactions.has(name));
    expect(compared.gasUsed).toBe(job.receipt.gasUsed);
    expect(linesOf(replay.finish())).toEqual(linesOf(await callTracerOf(chain.devnet.rpcUrl, job.transaction.hash)));
  });

  test.each(names)('%s, on the state of the parent block alone', async (name) => {
    chain.proxy.set({ refuse: ONLY_PLAIN });
    const job = await jobOf(name);
    const { origin, replay } = await verifiedReplay(job);
    expect(origin).toBe('rpc');
    expect(replay.result?.success).toBe(!failingTransactions.has(name));
    expect(linesOf(replay.finish())).toEqual(linesOf(await callTracerOf(chain.devnet.rpcUrl, job.transaction.hash)));
  });
});
