/** Opening a transaction's page in a browser that has an index, beside the same page in a browser that has none. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { startAnvil } from '../anvil';
import { serveFolder } from '../static-server';
import type { Figure } from './bench';
import { launchProfile } from './chromium';
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
    const server = await serveFolder(DIST, { port, overrides: { '/config.json': configFor(node.url) } });
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
  return {
    name,
    figure,
    unit: 'ms',
    reference: { what: 'the same with an empty index', value },
    ratio: figure / value,
    bound: `≤ ${SLOWER} × reference`,
    holds: figure <= SLOWER * value,
  };
}

/** Milliseconds from the navigation to the first rows painted; then the page has a while to keep what it keeps. */
async function timeOpening(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  const milliseconds = await page.evaluate<number>(`new Promise((resolve) => {
    const isShown = ${hasRows.toString()};
    const look = () => document.body !== null && isShown()
      ? setTimeout(() => resolve(performance.now()))
      : requestAnimationFrame(look);
    look();
  })`);
  await page.waitForTimeout(1_500);
  return milliseconds;
}

/** Run in the page: the first rows of the tree are there. */
function hasRows(): boolean {
  return (
    document.querySelectorAll('[role=treeitem]').length >= 10 &&
    document.querySelector('.trace-row.is-placeholder') === null
  );
}

function configFor(rpcUrl: string): string {
  return JSON.stringify({
    variant: 'workbench',
    defaultNetwork: CHAIN,
    networks: [{ id: CHAIN, name: 'Anvil', testnet: true, rpcUrls: [rpcUrl] }],
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
