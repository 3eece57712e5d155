/**
 * From the hash of a transaction of a million steps to stepping through it, in
 * a worker of Chromium: executed again on what plain calls and prestateTracer
 * say, against debug_traceTransaction's struct logs of the same Anvil, fetched
 * and parsed. Memory is the most that the page's process ever had, above what
 * it had before. What the node takes for the replay's questions alone is
 * stated beside it: no replay can be faster.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Hash, Hex } from '../../../src/core/chain/primitives';
import { type Anvil, startAnvil } from '../../anvil';
import type { Bench, Figure } from '../bench';
import { withBuiltPage } from '../chromium';
import { calldata } from '../engines/ours';
import { beside, type Compared } from '../figures';
import type { Stepping } from '../pages/step-source.worker';
import { startRpcRecorder, wavesOf } from '../rpc-recorder';
import { machineWorkloads } from '../workload/machine';

const ENTRY = resolve(import.meta.dirname, '../pages/step-source.ts');
const CHAIN_ID = 31337;
/** About a million steps of swaps. Their struct logs are just short of the longest string there can be. */
const ROUNDS = 134;
const FASTER = 15;
const SMALLER = 10;

export const bench: Bench = {
  name: 'step-source',
  async *run() {
    const anvil = await startAnvil({ chainId: CHAIN_ID, args: ['--hardfork', 'prague', '--gas-limit', '1000000000'] });
    try {
      const hash = await send(anvil);
      const ours = await measured((page) =>
        page.evaluate(([u, c, h]) => window.stepSource.replay(u, c, h), [anvil.url, CHAIN_ID, hash] as const),
      );
      const theirs = await measured((page) =>
        page.evaluate(([u, h]) => window.stepSource.structLogs(u, h), [anvil.url, hash] as const),
      );
      if (ours.steps !== theirs.steps || ours.stack.join() !== theirs.stack.join())
        throw new Error(
          `${ours.steps} steps ending on [${ours.stack}], Anvil says ${theirs.steps} on [${theirs.stack}]`,
        );
      const of = `swaps, ${(ours.steps / 1e6).toFixed(2)} M steps`;
      const what = 'struct logs, fetched and parsed';
      yield atMostPart(
        FASTER,
        beside(`${of}: from hash to stepping`, ours.milliseconds, 'ms', what, theirs.milliseconds),
      );
      yield atMostPart(SMALLER, beside(`${of}: memory`, ours.megabytes, 'MB', what, theirs.megabytes));
      const bare = await nodeAlone(anvil, hash);
      yield {
        name: `${of}: the node alone, the same questions`,
        figure: bare,
        unit: 'ms',
        reference: { what, value: theirs.milliseconds },
        ratio: bare / theirs.milliseconds,
        bound: 'none, stated only',
        holds: true,
      };
    } finally {
      await anvil.stop();
    }
  },
};

/** Creates the workload and runs it once; answers the hash of the run. */
async function send(anvil: Anvil): Promise<Hash> {
  const swaps = machineWorkloads().find(({ name }) => name === 'swaps');
  if (swaps === undefined) throw new Error('there is no workload of swaps');
  const [from] = await anvil.call<Hex[]>('eth_accounts');
  const gas = '0x1dcd6500';
  const created = await anvil.call<Hash>('eth_sendTransaction', [{ from, gas, data: `0x${swaps.creation}` }]);
  const { contractAddress } = await receiptOf(anvil, created);
  const data = `0x${Buffer.from(calldata(ROUNDS)).toString('hex')}`;
  const hash = await anvil.call<Hash>('eth_sendTransaction', [{ from, to: contractAddress, gas, data }]);
  const { status } = await receiptOf(anvil, hash);
  if (status !== '0x1') throw new Error('the workload failed');
  return hash;
}

/** Waits for the receipt: the node records the steps while it mines. */
async function receiptOf(anvil: Anvil, hash: Hash): Promise<{ status: Hex; contractAddress: Hex }> {
  for (let tries = 0; tries < 600; tries++) {
    const receipt = await anvil.call<{ status: Hex; contractAddress: Hex } | null>('eth_getTransactionReceipt', [hash]);
    if (receipt !== null) return receipt;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Anvil did not mine the workload within a minute');
}

/** Milliseconds that the node takes for what the replay asks, in the same waves and without anybody who reads the answers. */
async function nodeAlone(anvil: Anvil, hash: Hash): Promise<number> {
  const recorder = await startRpcRecorder(anvil);
  try {
    await withBuiltPage(ENTRY, (page) =>
      page.evaluate(([u, c, h]) => window.stepSource.replay(u, c, h), [
        `http://127.0.0.1:${recorder.port}`,
        CHAIN_ID,
        hash,
      ] as const),
    );
    const waves = wavesOf(recorder.take());
    const start = performance.now();
    for (const wave of waves) await Promise.all(wave.map(({ body }) => ask(anvil.url, body)));
    return performance.now() - start;
  } finally {
    await recorder.close();
  }
}

async function ask(url: string, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await answer.arrayBuffer();
}

/** Runs in a page of its own, and says how much its process grew at most. */
async function measured(run: (page: Page) => Promise<Stepping>): Promise<Stepping & { megabytes: number }> {
  return withBuiltPage(ENTRY, async (page) => {
    const before = await peakMegabytes(page);
    const stepping = await run(page);
    return { ...stepping, megabytes: (await peakMegabytes(page)) - before };
  });
}

/**
 * The most memory that the page's process ever had, which is the largest of all renderers. Known on Linux only, NaN
 * elsewhere.
 */
async function peakMegabytes(page: Page): Promise<number> {
  const browser = page.context().browser();
  const session = await browser?.newBrowserCDPSession();
  const found = await session?.send('SystemInfo.getProcessInfo');
  const renderers = found?.processInfo.filter(({ type }) => type === 'renderer') ?? [];
  const peaks = renderers.map(({ id }) => {
    try {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
      return Number(peak) / 1024;
    } catch {
      return Number.NaN;
    }
  });
  return Math.max(...peaks);
}

/** Returns the figure with the bound that it is at most the `factor`-th part of the reference. */
function atMostPart(factor: number, compared: Compared): Figure {
  return { ...compared, bound: `≤ 1/${factor} × reference`, holds: compared.ratio * factor <= 1 };
}
