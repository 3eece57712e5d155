/**
 * The built app on a fresh Anvil (chain id 31337), as its first visitor meets
 * it: what it loads, whom it asks, how soon a tree of 100,000 calls is there
 * beside the bare request for the same trace, and whether what it shows is right.
 *
 * A virtualised tree cannot have every call in the document, so "shown" is:
 * the first screen of rows painted. That the total is stated and the last row
 * can be reached are figures of their own.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Anvil, startAnvil } from '../../anvil';
import { type StaticServer, serveFolder } from '../../static-server';
import { startWitness, type Witness } from '../../witness';
import type { Bench, Figure } from '../bench';
import { launchChromium } from '../chromium';
import { atMost, besideAtMost, median } from '../figures';
import { scorePage } from '../lighthouse';
import { openSession } from '../page-session';
import { type CallFrame, compareRows, expectedRows } from '../tree-check';
import { configOf, hasFirstRows } from '../visits';
import { EXPECTED, NODE_ARGUMENTS, sendWorkload, type Workload } from '../workload/workload';

const DIST = resolve(import.meta.dirname, '../../../dist');
const CHAIN = 31337;
const ROUNDS = 3;
/** Rows that fit on the first screen at least. */
const SCREEN = 10;

const LIMITS = {
  javascript: 180, // kB
  tree: 1.3, // × the bare request
  largeTask: 100, // ms
  smallTask: 50, // ms
  heap: 80, // MB
};
/** Points of Lighthouse's mobile preset at least. */
const POINTS = {
  home: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
  swap: { performance: 90, accessibility: 100, 'best-practices': 100, seo: 100 },
  explorer: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
};

type Lab = {
  node: Anvil;
  workload: Workload;
  server: StaticServer;
  witness: Witness;
  browser: Browser;
  /** Files of JavaScript sent since the last call: bytes as they went over the wire, and when, ms since the epoch. */
  takeJavaScript(): { bytes: number; at: number }[];
};

export const bench: Bench = {
  name: 'page',
  async *run() {
    if (!existsSync(join(DIST, 'index.html')))
      throw new Error('There is no build to measure: run npm run build first.');
    const node = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
    const witness = await startWitness();
    let javaScript: { bytes: number; at: number }[] = [];
    try {
      const workload = await sendWorkload((method, params) => node.call(method, params));
      const server = await serveFolder(DIST, {
        overrides: {
          '/config.json': configOf(CHAIN, 'Anvil', node.url, {
            samples: [{ networkId: CHAIN, hash: workload.b, name: 'Two-hop swap', note: '' }],
          }),
        },
        onSent: (path, bytes) => {
          if (path.endsWith('.js')) javaScript.push({ bytes, at: Date.now() });
        },
      });
      const takeJavaScript = () => {
        const taken = javaScript;
        javaScript = [];
        return taken;
      };
      try {
        const browser = await launchChromium(witness.args);
        try {
          yield* measure({ node, workload, server, witness, browser, takeJavaScript });
        } finally {
          await browser.close();
        }
      } finally {
        await server.close();
      }
    } finally {
      await node.stop();
      await witness.close();
    }
  },
};

async function* measure(lab: Lab): AsyncIterable<Figure> {
  yield* await measureHome(lab);
  yield* await measureSwap(lab);
  yield* await measureSmallTree(lab);
  yield* await measureLargeTree(lab);
  yield atMost('requests to third parties, all visits', lab.witness.take().length, 'count', 0);
  yield* measureLighthouse('home', lab.server.url, POINTS.home);
  yield* measureLighthouse('swap', urlOf(lab, 'b'), POINTS.swap);
  for (const [page, path] of Object.entries(await explorerPaths(lab))) {
    yield* measureLighthouse(page, `${lab.server.url}/${CHAIN}/${path}`, POINTS.explorer);
  }
  // Ends the node and the server, so it comes last.
  yield* await measureOffline(lab);
}

async function measureHome(lab: Lab): Promise<Figure[]> {
  const session = await openSession(lab.browser);
  lab.takeJavaScript();
  // The blocks come last: they are the node's answer.
  const { at } = await session.visit(lab.server.url, () => document.querySelector('main a[href*="/block/"]') !== null);
  const javaScript = javaScriptBefore(lab, at);
  await session.close();
  return [atMost('home: JavaScript before content, gzipped', javaScript, 'kB', LIMITS.javascript)];
}

async function measureSwap(lab: Lab): Promise<Figure[]> {
  const session = await openSession(lab.browser);
  lab.takeJavaScript();
  const { at } = await session.visit(
    urlOf(lab, 'b'),
    () => document.querySelector('main')?.textContent?.includes('224,039') ?? false,
  );
  const javaScript = javaScriptBefore(lab, at);
  await session.page.waitForFunction(treeIsShown, SCREEN);
  const { wrong, seen, caught } = await compareRows(session.page, expectedRows(await callTrace(lab, 'b')), 12);
  await session.close();
  return [
    atMost('transaction (b): JavaScript before content, gzipped', javaScript, 'kB', LIMITS.javascript),
    exactly('transaction (b): calls seen with the right gas', seen - wrong.length, EXPECTED.b.frames),
    exactly('transaction (b): caught reverts marked', caught, 2),
  ];
}

async function measureSmallTree(lab: Lab): Promise<Figure[]> {
  const session = await openSession(lab.browser);
  await session.visit(urlOf(lab, 'c'), hasFirstRows);
  await expandAll(session.page);
  const { wrong, seen } = await compareRows(session.page, expectedRows(await callTrace(lab, 'c')), 120);
  const longest = await session.longestTask();
  await session.close();
  return [
    atMost('tree (c): longest main-thread task', longest, 'ms', LIMITS.smallTask),
    exactly('tree (c): calls seen with the right gas', seen - wrong.length, EXPECTED.c.frames),
  ];
}

async function measureLargeTree(lab: Lab): Promise<Figure[]> {
  const shown: number[] = [];
  const bare: number[] = [];
  const heaps: number[] = [];
  const tasks: number[] = [];
  let rows: { wrong: string[]; seen: number } = { wrong: [], seen: 0 };
  let stated = false;
  let lastReached = false;
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timeBareRequest(lab, 'd'));
    const session = await openSession(lab.browser);
    shown.push((await session.visit(urlOf(lab, 'd'), hasFirstRows)).after);
    heaps.push(await session.heap());
    if (round === ROUNDS - 1) {
      await expandAll(session.page);
      const expected = expectedRows(await callTrace(lab, 'd'));
      stated = await session.page.evaluate(() => document.body.textContent?.includes('99,961') ?? false);
      rows = await compareRows(session.page, expected, 200);
      lastReached = await reachesLast(session.page, [...expected.keys()].at(-1) ?? '');
      heaps.push(await session.heap());
    }
    tasks.push(await session.longestTask());
    await session.close();
  }
  const reference = median(bare);
  const figure = median(shown);
  return [
    besideAtMost(
      'tree (d), 99,961 calls: first rows painted, cold',
      figure,
      'ms',
      'bare callTracer request from Node',
      reference,
      LIMITS.tree,
    ),
    exactly('tree (d): total of calls stated', stated ? 1 : 0, 1),
    exactly('tree (d): last row reached with End', lastReached ? 1 : 0, 1),
    exactly('tree (d): calls with wrong gas or revert mark', rows.wrong.length, 0),
    atLeast('tree (d): calls compared, all over the tree', rows.seen, 2_000),
    atMost('tree (d): longest main-thread task', Math.max(...tasks), 'ms', LIMITS.largeTask),
    atMost('tree (d): page heap', Math.max(...heaps) / 1e6, 'MB', LIMITS.heap),
  ];
}

/** A second visit with server and node gone shows the transaction and its tree. */
async function measureOffline(lab: Lab): Promise<Figure[]> {
  const session = await openSession(lab.browser);
  await session.visit(urlOf(lab, 'b'), hasFirstRows);
  await session.page.evaluate(() => navigator.serviceWorker.ready);
  await session.page.reload();
  await session.page.waitForFunction(treeIsShown, SCREEN);
  await lab.server.close();
  await lab.node.stop();
  await session.context.setOffline(true);
  let works = true;
  try {
    await session.page.reload();
    await session.page.waitForFunction(treeIsShown, SCREEN, { timeout: 20_000 });
    works = await session.page.evaluate(() => document.body.textContent?.includes('224,039') ?? false);
  } catch {
    works = false; // the browser's error page, or nothing in time
  }
  await session.close();
  return [exactly('offline reload of (b) shows content and tree', works ? 1 : 0, 1)];
}

/** Run in the page: at least `rows` rows of the tree have arrived. */
function treeIsShown(rows: number): boolean {
  return document.querySelectorAll('[role=treeitem]').length >= rows;
}

async function expandAll(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Expand all' });
  if (await button.isEnabled()) await button.click();
  await page.waitForFunction(() => document.querySelector('.trace-row.is-placeholder') === null);
}

/** Whether End in the tree brings the row `id` onto the screen. */
async function reachesLast(page: Page, id: string): Promise<boolean> {
  await page.getByRole('tree').focus();
  await page.keyboard.press('End');
  try {
    await page.locator(`[role=treeitem][data-id="${id}"]:not(.is-away)`).waitFor({ timeout: 10_000 });
  } catch {
    return false;
  }
  return page.locator(`[role=treeitem][data-id="${id}"]`).evaluate((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

/** Kilobytes of JavaScript that were sent before `shown`, ms since the epoch. */
function javaScriptBefore(lab: Lab, shown: number): number {
  const before = lab.takeJavaScript().filter(({ at }) => at < shown);
  return before.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

async function* measureLighthouse(page: string, url: string, least: typeof POINTS.home): AsyncIterable<Figure> {
  const scores = await scorePage(url);
  if (scores === undefined) return;
  for (const category of ['performance', 'accessibility', 'best-practices', 'seo'] as const) {
    yield atLeast(`${page}: Lighthouse, mobile, ${category}`, scores[category], least[category]);
  }
  if (scores.lost.length > 0) console.warn(`${page}, points lost:\n  ${scores.lost.join('\n  ')}`);
}

/** Pages of what the transfer (a) has to do with: its sender, its token and its block. */
async function explorerPaths({ node, workload }: Lab): Promise<Record<'wallet' | 'token' | 'block', string>> {
  const { from, to, blockNumber } = await node.call<{ from: string; to: string; blockNumber: string }>(
    'eth_getTransactionByHash',
    [workload.a],
  );
  return { wallet: `wallet/${from}`, token: `contract/${to}`, block: `block/${Number(blockNumber)}` };
}

function urlOf(lab: Lab, id: keyof Workload): string {
  return `${lab.server.url}/${CHAIN}/tx/${lab.workload[id]}`;
}

/** The body of the request every figure of the large tree is compared with. */
function traceRequest(hash: string): string {
  const params = [hash, { tracer: 'callTracer', tracerConfig: { withLog: true } }];
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_traceTransaction', params });
}

async function request(lab: Lab, id: keyof Workload): Promise<ArrayBuffer> {
  const response = await fetch(lab.node.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: traceRequest(lab.workload[id]),
  });
  return response.arrayBuffer();
}

/** Milliseconds from sending the request to the last byte of the answer; nothing is parsed. */
async function timeBareRequest(lab: Lab, id: keyof Workload): Promise<number> {
  const start = performance.now();
  await request(lab, id);
  return performance.now() - start;
}

async function callTrace(lab: Lab, id: keyof Workload): Promise<CallFrame> {
  const text = new TextDecoder().decode(await request(lab, id));
  return (JSON.parse(text) as { result: CallFrame }).result;
}

function atLeast(name: string, figure: number, limit: number): Figure {
  return { name, figure, unit: 'count', bound: `≥ ${limit}`, holds: figure >= limit };
}

function exactly(name: string, figure: number, value: number): Figure {
  return { name, figure, unit: 'count', bound: `= ${value}`, holds: figure === value };
}
