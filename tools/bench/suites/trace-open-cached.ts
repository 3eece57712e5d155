/**
 * Opening a trace this browser has kept: the built app in Chromium, the
 * 126,001-call answer of `generated-big-traces` from a loopback endpoint once,
 * and from IndexedDB ever after.
 *
 * The first figure begins with the click on the transaction's link on the home page
 * and ends with the first screen of rows painted; head and tabs of the page are
 * part of it. The others begin with the navigation of a new document. The reference is a bare read of the same record, which clones its
 * bytes and nothing more.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { type Json, Recordings } from '../../conformance/recorded/recordings';
import { startRecordedServer } from '../../conformance/recorded/server';
import { serveFolder } from '../../static-server';
import type { Bench, Figure } from '../bench';
import { launchChromium } from '../chromium';
import { atMost, median } from '../figures';
import { openSession, type Session } from '../page-session';
import { configOf, hasFirstRows } from '../visits';

export const bench: Bench = { name: 'trace-open-cached', run };

const DIST = resolve(import.meta.dirname, '../../../dist');
const FOLDER = 'generated-big-traces';
const CHAIN = 31337;
const ROUNDS = 7;
const LIMIT = 200; // ms
/** Most time from the navigation to everything that is asked of the trace, ms. */
const ANSWERED = 600;
/** Milliseconds after which a page has settled and its first screen is kept. */
const SETTLED = 6_000;

async function* run(): AsyncIterable<Figure> {
  if (!existsSync(join(DIST, 'index.html'))) throw new Error('There is no build to measure: run npm run build first.');
  const folder = join(resolve(process.env.FIXTURES ?? '../shared/fixtures'), FOLDER);
  if (!existsSync(folder)) {
    console.log(`Nothing is measured: ${folder} is missing (FIXTURES names its folder).`);
    return;
  }
  const { recordings, hash } = recordingsOf(folder);
  const node = await startRecordedServer(recordings);
  const server = await serveFolder(DIST, { overrides: { '/config.json': configOf(CHAIN, 'Recorded', node.url) } });
  const browser = await launchChromium();
  try {
    const session = await openSession(browser);
    const url = `${server.url}/${CHAIN}/tx/${hash}`;
    await session.visit(url, hasFirstRows);
    await kept(session.page);
    const opened: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await home(session.page);
      bare.push(await timeBareRead(session.page));
      opened.push(await timeOpening(session.page, hash));
    }
    const reference = median(bare);
    const figure = median(opened);
    yield {
      name: '126,001 calls, from the click to the first rows painted',
      figure,
      unit: 'ms',
      reference: { what: 'bare read of the record from IndexedDB', value: reference },
      ratio: figure / reference,
      bound: `≤ ${LIMIT} ms`,
      holds: figure <= LIMIT,
    };
    for (const { name, path, isShown, limit } of NEW_DOCUMENTS)
      yield await measureNew(session, name, url + path, isShown, limit);
  } finally {
    await browser.close();
    await server.close();
    await node.stop();
  }
}

function recordingsOf(folder: string): { recordings: Recordings; hash: string } {
  const read = (name: string) =>
    JSON.parse(gunzipSync(readFileSync(join(folder, `${name}.json.gz`))).toString('utf8')) as Json;
  const { tx, receipt } = read('calls-126k.tx-receipt') as { tx: Json; receipt: Json };
  const answer = read('calls-126k.callTracer');
  const trace = 'result' in answer ? answer : { result: answer };
  const recordings = new Recordings(String(CHAIN), CHAIN);
  const hash = String(tx.hash);
  Object.assign(recordings.of(hash), { transaction: tx, receipt });
  recordings.of(hash).traces.set('callTracer', { name: folder, leavesOut: 0, read: () => trace });
  return { recordings, hash };
}

/** What is shown of the kept trace in a new document, with the app and its worker started anew; limits in ms from the navigation. */
const NEW_DOCUMENTS = [
  { name: 'first rows', path: '', isShown: hasFirstRows, limit: LIMIT },
  { name: 'overview and asset changes', path: '', isShown: answered, limit: ANSWERED },
  { name: 'events', path: '/logs', isShown: eventsShown, limit: ANSWERED },
  { name: 'gas profile', path: '/gas-usage', isShown: profileShown, limit: ANSWERED },
];

async function measureNew(
  session: Session,
  name: string,
  url: string,
  isShown: () => boolean,
  limit: number,
): Promise<Figure> {
  await session.page.goto(url);
  await session.page.waitForTimeout(SETTLED);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await session.leave();
    await session.page.goto(url, { waitUntil: 'commit' });
    times.push((await session.shown(isShown)).after);
    await session.page.waitForTimeout(SETTLED / 3);
  }
  const figure = median(times);
  return atMost(`the same in a new document: ${name}`, figure, 'ms', limit);
}

/** Run in the page: the app has taken the kept screen's place, and says what was moved beside the rows. */
function answered(): boolean {
  const main = document.querySelector('#root main');
  return (
    document.querySelector('#kept') === null &&
    main?.querySelector('canvas') != null &&
    (main.textContent?.includes('No address transfers') ?? false)
  );
}

/** Run in the page: an event is listed by its topic. */
function eventsShown(): boolean {
  const text = document.querySelector('#root main')?.textContent ?? '';
  return document.querySelector('#kept') === null && text.includes('0x936495f7');
}

/** Run in the page: the profile is drawn. */
function profileShown(): boolean {
  return document.querySelector('#kept') === null && document.querySelector('#root main canvas') !== null;
}

/** Waits until the trace is in IndexedDB, which comes after the rows. */
async function kept(page: Page): Promise<void> {
  const limit = Date.now() + 60_000;
  while (Date.now() < limit) {
    const bytes = await page.evaluate(readKept);
    if (bytes > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The trace was not kept within a minute.');
}

/** Home by the link of the page, with the transaction among the recent ones. */
async function home(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Loupe, home' }).click();
  await page.waitForSelector('main a[href*="/tx/0x"]', { timeout: 60_000 });
  await page.waitForTimeout(1_000);
}

function timeOpening(page: Page, hash: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const isShown = ${hasFirstRows.toString()};
    const start = performance.now();
    document.querySelector('main a[href*="/tx/${hash}"]').click();
    const look = () => isShown()
      ? setTimeout(() => resolve(performance.now() - start))
      : requestAnimationFrame(look);
    look();
  })`);
}

async function timeBareRead(page: Page): Promise<number> {
  return page.evaluate(`(async () => {
    const read = ${readKept.toString()};
    const start = performance.now();
    await read();
    return performance.now() - start;
  })()`);
}

/** Run in the page: reads every kept trace and answers how many bytes they are; 0 when there is none. */
async function readKept(): Promise<number> {
  const name = (await indexedDB.databases()).map((each) => each.name).find((each) => each?.startsWith('loupe'));
  if (name === undefined) return 0;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const asking = db.transaction('traces').objectStore('traces').getAll();
      asking.onerror = () => reject(asking.error);
      asking.onsuccess = () => {
        const rows = asking.result as { bytes: ArrayBuffer }[];
        db.close();
        resolve(rows.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
      };
    };
  });
}
