/**
 * A page that was open before, opened once more: the built app in Chromium with its service worker active. Measured on
 * the loopback address, with the endpoint cut off, and over a line with a round trip of 80 ms for the app's files and
 * the endpoint alike.
 *
 * The reference is a bare page of the same text: one file with its styles in it, from another origin, without a worker
 * or a script. It is what the browser needs to draw a document.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { type Anvil, startAnvil } from '../../anvil';
import { closeServer, listenHere } from '../../serving/local-server';
import { serveFolder } from '../../static-server';
import type { Bench, Figure } from '../bench';
import { launchChromium } from '../chromium';
import { atMost, besideAtMost, median } from '../figures';
import { openSession, type Session } from '../page-session';
import { createSlowLink } from '../slow-link';
import { noteShifts, treeStands } from '../visits';
import { NODE_ARGUMENTS, sendSwap } from '../workload/workload';

const DIST = resolve(import.meta.dirname, '../../../dist');
const CHAIN = 31337;
const VISITS = 5;
const FAR = { roundTrip: 80, bandwidth: 10e6 / 8 };
/** Milliseconds after which a page has settled and its first screen is kept. */
const SETTLED = 6_000;

const LIMITS = {
  content: 120, // ms, of the transaction
  ratio: 1.5, // × the bare page
  tree: 150, // ms
  others: 150, // ms, content of the other pages
  tab: 300, // ms
  bytes: 6, // kB a page
};

type Line = 'loopback' | 'endpoint cut off' | '80 ms';
type Opened = { content: number; tree: number; shift: number };
type Lab = { session: Session; url: (path: string) => string; bare: (text: string) => string };

export const bench: Bench = {
  name: 'open-again',
  async *run() {
    if (!existsSync(join(DIST, 'index.html')))
      throw new Error('There is no build to measure: run npm run build first.');
    const node = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
    const browser = await launchChromium();
    try {
      const paths = await pathsOn(node);
      yield* withLab(browser, node.port, undefined, (lab) => measureAll(lab, paths));
      yield* withLab(browser, node.port, FAR, (lab) => measureTransaction(lab, paths.transaction, '80 ms'));
      yield* withLab(browser, node.port, undefined, async function* (lab) {
        await keep(lab, paths.transaction);
        await node.stop();
        yield* measureTransaction(lab, paths.transaction, 'endpoint cut off');
      });
    } finally {
      await browser.close();
      await node.stop();
    }
  },
};

/** The pages, by what they are of: the swap (b), its sender, its router and its token. */
async function pathsOn(node: Anvil) {
  const hash = await sendSwap((method, params) => node.call(method, params));
  const { from, to } = await node.call<{ from: string; to: string }>('eth_getTransactionByHash', [hash]);
  const { blockNumber, logs } = await node.call<{ blockNumber: string; logs: { address: string }[] }>(
    'eth_getTransactionReceipt',
    [hash],
  );
  return {
    transaction: `tx/${hash}`,
    home: '',
    block: `block/${Number(blockNumber)}`,
    account: `wallet/${from}`,
    token: `contract/${logs[0]?.address}`,
    contract: `contract/${to}`,
    list: 'transactions',
  };
}

/** Serves app and bare page, over the slow line or not, while `use` runs. The page of a session has the service worker. */
async function* withLab(
  browser: Browser,
  nodePort: number,
  line: typeof FAR | undefined,
  use: (lab: Lab) => AsyncIterable<Figure>,
): AsyncIterable<Figure> {
  const link = line === undefined ? undefined : createSlowLink(line);
  const lead = async (port: number) => (link === undefined ? port : link.lead(port));
  const config = {
    variant: 'workbench',
    defaultNetwork: CHAIN,
    networks: [{ id: CHAIN, name: 'Anvil', testnet: true, rpcUrls: [`http://127.0.0.1:${await lead(nodePort)}`] }],
  };
  const app = await serveFolder(DIST, { overrides: { '/config.json': JSON.stringify(config) } });
  let bareHtml = '';
  const bare = createServer((_, response) => response.setHeader('content-type', 'text/html').end(bareHtml));
  const port = await listenHere(bare);
  const session = await openSession(browser);
  try {
    const [appPort, barePort] = [await lead(app.port), await lead(port)];
    const url = (path: string) => `http://127.0.0.1:${appPort}/${CHAIN}/${path}`;
    await session.page.addInitScript(noteShifts);
    await session.page.goto(url(''));
    await session.page.evaluate(() => navigator.serviceWorker.ready);
    await session.page.waitForTimeout(SETTLED / 2);
    yield* use({
      session,
      url,
      bare(text) {
        bareHtml = bareDocument(text);
        return `http://127.0.0.1:${barePort}/`;
      },
    });
  } finally {
    await session.close();
    await link?.close();
    await app.close();
    await closeServer(bare);
  }
}

async function* measureAll(lab: Lab, paths: Awaited<ReturnType<typeof pathsOn>>): AsyncIterable<Figure> {
  yield* measureTransaction(lab, paths.transaction, 'loopback');
  const { transaction, ...others } = paths;
  for (const [name, path] of Object.entries(others)) {
    await keep(lab, path);
    const opened: Opened[] = [];
    for (let visit = 0; visit < VISITS; visit++) opened.push(await open(lab, path));
    yield atMost(`${name}: content`, median(opened.map(({ content }) => content)), 'ms', LIMITS.others);
    yield atMost(`${name}: layout shift`, Math.max(...opened.map(({ shift }) => shift)) * 1_000, 'count', 0);
  }
  const { records, bytes } = await lab.session.page.evaluate(sizeOfScreens);
  yield atMost(`room of a kept screen, of ${records}`, bytes / records / 1_000, 'kB', LIMITS.bytes);
  yield atMost('click on a tab of the kept screen', await timeTab(lab, transaction), 'ms', LIMITS.tab);
}

async function* measureTransaction(lab: Lab, path: string, line: Line): AsyncIterable<Figure> {
  if (line !== 'endpoint cut off') await keep(lab, path);
  const text = await lab.session.page.evaluate(() => document.querySelector('#root')?.textContent ?? '');
  const opened: Opened[] = [];
  const bare: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    opened.push(await open(lab, path));
    await lab.session.leave();
    await lab.session.page.goto(lab.bare(text));
    bare.push(await lab.session.page.evaluate(firstPaint));
  }
  const content = median(opened.map((each) => each.content));
  const reference = median(bare);
  yield atMost(`transaction, ${line}: content`, content, 'ms', LIMITS.content);
  yield besideAtMost(
    `transaction, ${line}: content beside the bare page`,
    content,
    'ms',
    'bare page of the same text',
    reference,
    LIMITS.ratio,
  );
  yield atMost(`transaction, ${line}: rows of the tree`, median(opened.map(({ tree }) => tree)), 'ms', LIMITS.tree);
  yield atMost(`transaction, ${line}: layout shift`, Math.max(...opened.map(({ shift }) => shift)) * 1_000, 'count', 0);
}

/** Opens the page and waits until its first screen is kept. */
async function keep({ session, url }: Lab, path: string): Promise<void> {
  await session.page.goto(url(path));
  await session.page.waitForTimeout(SETTLED);
}

/** Opens the page once more: milliseconds until its content and its rows were painted, and what moved until it had settled. */
async function open({ session, url }: Lab, path: string): Promise<Opened> {
  await session.leave();
  await session.page.goto(url(path), { waitUntil: 'domcontentloaded' });
  // Where the document brought them, they were painted with it.
  const brought = await session.page.evaluate(() => ({
    content: document.querySelector('#kept h1') !== null && document.documentElement.dataset.kept !== 'not',
    tree: document.querySelectorAll('#kept [role=treeitem]').length >= 19,
  }));
  const painted = await session.page.evaluate(firstPaint);
  const isTransaction = path.startsWith('tx/');
  const content = brought.content ? painted : (await session.shown(contentStands)).after;
  let tree = Number.NaN;
  if (isTransaction) tree = brought.tree ? painted : (await session.shown(treeStands)).after;
  await session.page.waitForFunction(() => document.querySelector('#kept') === null);
  await session.page.waitForTimeout(1_000);
  return { content, tree, shift: await session.page.evaluate(() => window.shiftSince(0)) };
}

/** Milliseconds from a click on a tab of the kept screen until the page shows that tab open, the median. */
async function timeTab(lab: Lab, path: string): Promise<number> {
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    await lab.session.leave();
    await lab.session.page.goto(lab.url(path), { waitUntil: 'domcontentloaded' });
    await lab.session.page.evaluate(firstPaint);
    const tab = lab.session.page.locator('[role=tab]', { hasText: 'Events' }).first();
    const began = Date.now();
    await tab.click({ noWaitAfter: true });
    await lab.session.page.waitForURL(/\/logs/, { waitUntil: 'commit' });
    times.push((await lab.session.shown(eventsAreOpen)).at - began);
  }
  return median(times);
}

/** Run in the page: of the app, and not of a kept screen before it. */
function eventsAreOpen(): boolean {
  const open = document.querySelector('#root [role=tab][aria-selected=true]');
  return document.querySelector('#kept') === null && (open?.textContent?.includes('Events') ?? false);
}

/** Run in the page: a heading that is no skeleton's. */
function contentStands(): boolean {
  return (
    document.querySelector('main [class*="animate-[skeleton"]') === null && document.querySelector('main h1') !== null
  );
}

/** Run in the page: when text was painted first, milliseconds since the navigation began. */
function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint');
      if (entry) resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/** Run in the page. */
async function sizeOfScreens(): Promise<{ records: number; bytes: number }> {
  const cache = await caches.open('kept-screens');
  const size = { records: 0, bytes: 0 };
  for (const key of await cache.keys()) {
    size.records++;
    size.bytes += (await (await cache.match(key))?.arrayBuffer())?.byteLength ?? 0;
  }
  return size;
}

function bareDocument(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<!doctype html><meta charset="utf-8"><title>bare</title><style>body{font:14px/1.5 sans-serif;white-space:pre-wrap}</style><body>${escaped}`;
}
