/** Opening a transaction's page in a browser that has an index, beside the same page in a browser that has none. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { startAnvil } from '../anvil';
import { serveFolder } from '../static-server';
import type { Figure } from './bench';
import { launchProfile } from './chromium';
import { besideAtMost, median } from './figures';
import { configOf, hasFirstRows } from './visits';
import { NODE_ARGUMENTS, sendSwap } from './workload/workload';

const DIST = resolve(import.meta.dirname, '../../dist');
/** Id of a chain that the index does not have. */
const CHAIN = 31338;
const WARM_ROUNDS = 2;
const ROUNDS = 9;
const SLOWER = 1.05;
/** Chromium closes the database of an origin two seconds after its last page; the next page opens it again. ms */
const CLOSED_AFTER = 3_500;

/** `profile` is the folder of a browser whose index was made for the origin at `port`. */
export async function compareOpening(profile: string, port: number): Promise<Figure[]> {
  if (!existsSync(join(DIST, 'index.html'))) throw new Error('There is no build to measure: run npm run build first.');
  const empty = mkdtempSync(join(tmpdir(), 'loupe-empty-'));
  const node = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
  try {
    const hash = await sendSwap((method, params) => node.call(method, params));
    const server = await serveFolder(DIST, { port, overrides: { '/config.json': configOf(CHAIN, 'Anvil', node.url) } });
    const [indexed, bare] = await Promise.all([launchProfile(profile), launchProfile(empty)]);
    try {
      const url = `${server.url}/${CHAIN}/tx/${hash}`;
      const pages = [await indexed.newPage(), await bare.newPage()] as const;
      return [
        await compare('a kept transaction in a new document, to its first rows', pages, url, 0),
        await compare('the same after a rest in which the browser closed the database', pages, url, CLOSED_AFTER),
      ];
    } finally {
      await Promise.all([indexed.close(), bare.close()]);
      await server.close();
    }
  } finally {
    await node.stop();
    rmSync(empty, { recursive: true, force: true });
  }
}

/** Opens the address in both pages by turns. `rest`: how long nothing is open before, ms. */
async function compare(name: string, pages: readonly [Page, Page], url: string, rest: number): Promise<Figure> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
    for (const at of [0, 1] as const) {
      if (rest > 0) {
        await pages[at].goto('about:blank');
        await pages[at].waitForTimeout(rest);
      }
      const milliseconds = await timeOpening(pages[at], url);
      if (round >= WARM_ROUNDS) times[at].push(milliseconds);
    }
  }
  const [figure, value] = times.map(median) as [number, number];
  return besideAtMost(name, figure, 'ms', 'the same with an empty index', value, SLOWER);
}

/** Milliseconds from the navigation to the first rows painted; then the page has a while to keep what it keeps. */
async function timeOpening(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  const milliseconds = await page.evaluate<number>(`new Promise((resolve) => {
    const isShown = ${hasFirstRows.toString()};
    const look = () => document.body !== null && isShown()
      ? setTimeout(() => resolve(performance.now()))
      : requestAnimationFrame(look);
    look();
  })`);
  await page.waitForTimeout(1_500);
  return milliseconds;
}
