/**
 * Opening a list that this browser has: the built app in Chromium, on a chain of
 * Anvil that its indexer has read whole.
 *
 * A figure begins with going back to the page of the list and ends with its
 * first rows painted; head and filters of the page are part of it. The reference
 * is a bare read of as many rows of IndexedDB as the page shows.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { startAnvil } from '../../anvil';
import { ACTIONS } from '../../conformance/index/actions';
import { StirredChain } from '../../conformance/index/stirred-chain';
import { serveFolder } from '../../static-server';
import type { Bench, Figure } from '../bench';
import { launchChromium } from '../chromium';
import { median } from '../figures';
import { openSession } from '../page-session';
import { configOf } from '../visits';

export const bench: Bench = { name: 'list-open', run };

const DIST = resolve(import.meta.dirname, '../../../dist');
const CHAIN = 31337;
/** Transactions of the chain: every list has more than a page. */
const STIRRED = 400;
const ROUNDS = 9;
const LIMIT = 100; // ms
/** Rows that must be painted: fewer than the shortest of the pages has. */
const ROWS = 5;
/** Rows of a page of the longest list. */
const PAGE = 25;
/** Milliseconds until the index must have the whole chain. */
const PATIENCE = 120_000;

async function* run(): AsyncIterable<Figure> {
  if (!existsSync(join(DIST, 'index.html'))) throw new Error('There is no build to measure: run npm run build first.');
  const anvil = await startAnvil({ chainId: CHAIN });
  const browser = await launchChromium();
  const server = await serveFolder(DIST, { overrides: { '/config.json': configOf(CHAIN, 'Stirred', anvil.url) } });
  try {
    const chain = await StirredChain.on(anvil.url, ACTIONS, 1);
    await chain.stir(STIRRED);
    const head = await chain.head();
    const [busy] = chain.accounts;
    const { page } = await openSession(browser);
    /** Paths by the names of their tables. */
    const lists = {
      Transactions: 'transactions',
      Blocks: 'blocks',
      'Token transfers': 'token-transfers',
      'Transactions of the address': `wallet/${busy?.toLowerCase()}/txs/all`,
    };
    for (const [name, path] of Object.entries(lists)) {
      await page.goto(`${server.url}/${CHAIN}/${path}`);
      await page.waitForFunction(hasRows, { table: name, rows: ROWS }, { timeout: PATIENCE });
      await indexed(page, head);
      const opened: number[] = [];
      const bare: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        await page.getByRole('link', { name: 'Loupe, home' }).click();
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForFunction(isQuiet, undefined, { timeout: PATIENCE });
        bare.push(await page.evaluate(timeBareRead, PAGE));
        opened.push(await timeBack(page, name));
      }
      const figure = median(opened);
      const reference = median(bare);
      yield {
        name: `${name}, back to the first rows painted`,
        figure,
        unit: 'ms',
        reference: { what: `bare read of ${PAGE} rows from IndexedDB`, value: reference },
        ratio: figure / reference,
        bound: `≤ ${LIMIT} ms`,
        holds: figure <= LIMIT,
      };
    }
  } finally {
    await browser.close();
    await server.close();
    await anvil.stop();
  }
}

/** Run in the page: the table has rows that say something. */
function hasRows({ table, rows }: { table: string; rows: number }): boolean {
  return document.querySelectorAll(`main table[aria-label="${table}"] tbody tr a`).length >= rows;
}

/** Run in the page: home has settled, as a reader finds it who looks at it before going back. */
function isQuiet(): boolean {
  return document.querySelector('main [aria-busy=true]') === null;
}

/** Waits until the index has every block of the chain. */
async function indexed(page: Page, head: number): Promise<void> {
  await page.waitForFunction(hasWholeIndex, head, { timeout: PATIENCE, polling: 500 });
}

/** Run in the page: the index has every block up to `head`. */
async function hasWholeIndex(head: number): Promise<boolean> {
  const db = await new Promise<IDBDatabase>((done, reject) => {
    const opening = indexedDB.open('loupe-data');
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const rows = await new Promise<{ spans: { first: number; last: number }[] }[]>((done, reject) => {
    const asking = db.transaction('indexProgress').objectStore('indexProgress').getAll();
    asking.onsuccess = () => done(asking.result);
    asking.onerror = () => reject(asking.error);
  });
  db.close();
  return rows.some(({ spans }) => spans.length === 1 && spans[0]?.first === 0 && (spans[0]?.last ?? -1) >= head);
}

/** Milliseconds from going back to the list until its rows are painted. */
function timeBack(page: Page, table: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const isShown = ${hasRows.toString()};
    const start = performance.now();
    history.back();
    const look = () => isShown(${JSON.stringify({ table, rows: ROWS })})
      ? setTimeout(() => resolve(performance.now() - start))
      : requestAnimationFrame(look);
    requestAnimationFrame(look);
  })`);
}

/** Run in the page: milliseconds of reading the newest rows of the list of transactions. */
async function timeBareRead(rows: number): Promise<number> {
  const db = await new Promise<IDBDatabase>((done, reject) => {
    const opening = indexedDB.open('loupe-data');
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const start = performance.now();
  await new Promise((done, reject) => {
    const asking = db.transaction('transactionSummaries').objectStore('transactionSummaries').getAll(null, rows);
    asking.onsuccess = () => done(asking.result);
    asking.onerror = () => reject(asking.error);
  });
  const milliseconds = performance.now() - start;
  db.close();
  return milliseconds;
}
