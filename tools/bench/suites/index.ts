/**
 * The index of a chain in Chromium's IndexedDB, on disk.
 *
 * First how fast a chain of Anvil is indexed, against asking the same questions
 * again in the same waves and parsing the answers. Then an index of made-up
 * blocks: how long pages of long lists and searches take, the room of a row, and
 * whether the page of a transaction opens as fast as without it. The whole of it
 * has 1,000,000 transactions and 3,000,000 transfers, one address with 100,000
 * of the transactions: `INDEX_SCALE=1`. The default is a twentieth of that.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { freePort } from '../../../devnet/free-port';
import { startAnvil } from '../../anvil';
import { ACTIONS } from '../../conformance/index/actions';
import { StirredChain } from '../../conformance/index/stirred-chain';
import type { Bench, Figure } from '../bench';
import { withBuiltPage } from '../chromium';
import { atMost, besideAtMost, stated } from '../figures';
import { compareOpening } from '../indexed-opening';
import { startRpcRecorder, wavesOf } from '../rpc-recorder';
import { TRANSACTIONS, TRANSFERS } from '../workload/made-up-blocks';

const ENTRY = resolve(import.meta.dirname, '../pages/chain-index.ts');
const CHAIN = 31337;
const SLOWER = 2;
const WHOLE_BLOCKS = 100_000;
const SCALE = Number(process.env.INDEX_SCALE ?? 0.05);
/** Blocks of one write, as the indexer has them: 500 transactions. */
const AT_ONCE = 50;
/** Blocks of one write behind the first blocks of a large index: what is stored is the same as with smaller writes. */
const MANY_AT_ONCE = 5_000;
/** Blocks that are written as the indexer writes them, whose time is stated. */
const TIMED_BLOCKS = 2_000;
/** Transactions of Anvil's chain. */
const STIRRED = 1_500;
const PAGE_LIMIT = 50; // ms
const ROW_LIMIT = 300; // bytes
/** Rows that are gone through to reach a later page, at most; in small indexes half of what the busy address has. */
const FAR = 2_000;

export const bench: Bench = {
  name: 'index',
  async *run() {
    const profile = mkdtempSync(join(tmpdir(), 'loupe-index-'));
    try {
      const port = await freePort();
      // Figures are yielded after the browser ended: it would stand still meanwhile.
      yield* await withBuiltPage(ENTRY, async (page) => [...(await indexing(page)), ...(await lists(page))], {
        profile,
        port,
      });
      yield* await compareOpening(profile, port);
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  },
};

async function indexing(page: Page): Promise<Figure[]> {
  const anvil = await startAnvil({ chainId: CHAIN });
  const recorder = await startRpcRecorder(anvil);
  try {
    const chain = await StirredChain.on(anvil.url, ACTIONS, 1);
    await chain.stir(STIRRED);
    const head = await chain.head();
    const url = `http://127.0.0.1:${recorder.port}`;
    const milliseconds = await page.evaluate(([id, rpc, last]) => window.chainIndex.index(id, rpc, last), [
      CHAIN,
      url,
      head,
    ] as const);
    const waves = wavesOf(recorder.take()).map((wave) => wave.map(({ body }) => body));
    const bare = await page.evaluate(([rpc, asked]) => window.chainIndex.ask(rpc, asked), [url, waves] as const);
    return [
      besideAtMost(
        `${chain.sent} transactions of ${head + 1} blocks, indexed`,
        milliseconds,
        'ms',
        'the same answers, asked for again',
        bare,
        SLOWER,
      ),
      stated('transactions a second', (chain.sent / milliseconds) * 1_000, 'count'),
    ];
  } finally {
    await recorder.close();
    await anvil.stop();
  }
}

async function lists(page: Page): Promise<Figure[]> {
  const blocks = Math.max(AT_ONCE, Math.round((WHOLE_BLOCKS * SCALE) / AT_ONCE) * AT_ONCE);
  const before = await page.evaluate(() => window.chainIndex.stored());
  const timed = Math.min(blocks, TIMED_BLOCKS);
  const writing = await fill(page, { first: 0, end: timed, atOnce: AT_ONCE });
  await fill(page, { first: timed, end: blocks, atOnce: MANY_AT_ONCE });
  const bytes = (await page.evaluate(() => window.chainIndex.stored())) - before;
  const transactions = blocks * TRANSACTIONS;
  const rows = transactions * (1 + TRANSFERS);
  const figures: Figure[] = [
    stated(
      `transactions a second, written beside ${TRANSFERS} transfers each`,
      ((timed * TRANSACTIONS) / writing) * 1_000,
      'count',
    ),
    atMost(
      `room of a row, of ${transactions} transactions and ${transactions * TRANSFERS} transfers`,
      bytes / rows,
      'bytes',
      ROW_LIMIT,
    ),
  ];
  for (const list of ['transactions', 'transfers', 'NFT transfers', 'holders']) {
    figures.push(
      within(`first page of ${list}`, await page.evaluate((name) => window.chainIndex.firstPage(name), list)),
    );
    const { rows: gone, cursor } = await page.evaluate(([name, most]) => window.chainIndex.walk(name, most), [
      list,
      FAR,
    ] as const);
    if (cursor === undefined) continue;
    const later = await page.evaluate(([name, place]) => window.chainIndex.laterPage(name, place), [
      list,
      cursor,
    ] as const);
    figures.push(within(`page of ${list} behind ${gone} rows`, later));
  }
  const { milliseconds, found } = await page.evaluate(() => window.chainIndex.search('lant'));
  if (found === 0) throw new Error('The search found no token.');
  figures.push(within('search of tokens by a word', milliseconds));
  return figures;
}

/** Milliseconds of writing the blocks from `first` to before `end`. */
async function fill(page: Page, { first, end, atOnce }: { first: number; end: number; atOnce: number }) {
  let milliseconds = 0;
  for (let from = first; from < end; from += atOnce) {
    const count = Math.min(atOnce, end - from);
    milliseconds += await page.evaluate(([at, blocks]) => window.chainIndex.fill(at, blocks), [from, count] as const);
  }
  return milliseconds;
}

function within(name: string, figure: number): Figure {
  return atMost(name, figure, 'ms', PAGE_LIMIT);
}
