/**
 * Stepping in the debugger of the built app, on a transaction of over a
 * million steps: from the key press to the next state painted. By instructions,
 * and by statements where the source stands in the middle with the current
 * range, variables and the values beside the lines. Keys are spread over the
 * trace, forwards and backwards. Each is pressed five times and its best time
 * counts: other work on the machine can only lengthen it.
 *
 * And how soon the first step of a kept transaction is made, in a page that is
 * opened at the debugger.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startAnvil } from '../../anvil';
import { serveFolder } from '../../static-server';
import type { Bench, Figure } from '../bench';
import { launchChromium } from '../chromium';
import { atMost } from '../figures';
import { openSession } from '../page-session';
import { machineBuildOutput, sendSwaps } from '../workload/machine';
import { NODE_ARGUMENTS } from '../workload/workload';

const DIST = resolve(import.meta.dirname, '../../../dist');
const BUILD_OUTPUT = '/build-output.json';
const CHAIN = 31337;
const LEAST_STEPS = 1_000_000;
/** About seven and a half thousand steps each. */
const ROUNDS = 160;
const PLACES = 10;
const REPEATS = 5;
const LIMIT = 50; // ms
const VISITS = 5;
/** Most time for a kept transaction, from the navigation to the first step made, ms. */
const FIRST_LIMIT = 500;
/** Milliseconds after which a transaction is kept. */
const SETTLED = 6_000;
/** Values are read when the reader rests, ms. */
const RESTED = 250;

export const bench: Bench = {
  name: 'debugger-step',
  async *run() {
    if (!existsSync(join(DIST, 'index.html')))
      throw new Error('There is no build to measure: run npm run build first.');
    const node = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
    try {
      const hash = await sendSwaps((method, params) => node.call(method, params), ROUNDS);
      const config = JSON.stringify({
        variant: 'workbench',
        defaultNetwork: CHAIN,
        networks: [{ id: CHAIN, name: 'Anvil', testnet: true, rpcUrls: [node.url] }],
        buildOutput: [BUILD_OUTPUT],
      });
      const overrides = { '/config.json': config, [BUILD_OUTPUT]: machineBuildOutput() };
      const server = await serveFolder(DIST, { overrides });
      const browser = await launchChromium();
      try {
        const url = `${server.url}/${CHAIN}/tx/${hash}/debugger`;
        yield await measureFirst(browser, url);
        yield* await measure(browser, `${url}?code=opcodes`, 'instructions');
        yield* await measure(browser, url, 'source');
      } finally {
        await browser.close();
        await server.close();
      }
    } finally {
      await node.stop();
    }
  },
};

type By = 'instructions' | 'source';

async function measure(browser: Browser, url: string, by: By): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.waitForSelector('[data-step]', { timeout: 120_000 });
  if (by === 'source') await page.waitForSelector('.cm-current', { timeout: 120_000 });
  const total = await page.getByRole('slider', { name: 'Step' }).getAttribute('aria-valuemax').then(Number);
  const times: number[] = [];
  let withValues = 0;
  for (let place = 0; place < PLACES; place++) {
    const step = Math.floor(((place + 0.5) * total) / PLACES);
    await goTo(page, step);
    // From wherever that is, to a statement.
    if (by === 'source') await timePress(page, 'ArrowRight');
    const best = { forwards: Number.POSITIVE_INFINITY, backwards: Number.POSITIVE_INFINITY };
    for (let press = 0; press < REPEATS; press++) {
      best.forwards = Math.min(best.forwards, await timePress(page, 'ArrowRight'));
      if (by === 'source') withValues += await sourceIsThere(page);
      best.backwards = Math.min(best.backwards, await timePress(page, 'ArrowLeft'));
      if (by === 'source') withValues += await sourceIsThere(page);
    }
    times.push(best.forwards, best.backwards);
  }
  // Before the first line of a function ran, there are none.
  if (by === 'source' && withValues < PLACES * REPEATS) throw new Error('Most lines have no values beside them.');
  await page.close();
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1] ?? Number.NaN;
  const worst = times.at(-1) ?? Number.NaN;
  const of = `${(total / 1e6).toFixed(2)} M steps by ${by}, key press to painted next state`;
  const bound = `≤ ${LIMIT} ms`;
  return [
    {
      name: `steps of the transaction, by ${by}`,
      figure: total,
      unit: 'count',
      bound: '≥ 1,000,000',
      holds: total >= LEAST_STEPS,
    },
    { name: `${of}: median`, figure: median, unit: 'ms', bound, holds: median <= LIMIT },
    { name: `${of}: worst of ${times.length}`, figure: worst, unit: 'ms', bound, holds: worst <= LIMIT },
  ];
}

/** Opens the debugger of a kept transaction anew, and makes a step. */
async function measureFirst(browser: Browser, url: string): Promise<Figure> {
  const session = await openSession(browser);
  const { page } = session;
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(SETTLED);
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    await session.leave();
    await page.goto(url, { waitUntil: 'commit' });
    const { after } = await session.shown(() => document.querySelector('[data-step]') !== null);
    times.push(after + (await timePress(page, 'ArrowRight')));
    await page.waitForTimeout(SETTLED / 4);
  }
  await session.close();
  const median = times.sort((a, b) => a - b)[VISITS >> 1] ?? Number.NaN;
  return atMost('kept transaction: first step made, from the navigation', median, 'ms', FIRST_LIMIT);
}

/** Waits for the current range and the variables, and for values beside lines as long as they may take; 1 when there are some. */
async function sourceIsThere(page: Page): Promise<number> {
  await page.waitForSelector('.cm-current');
  await page.waitForSelector('[data-variable]');
  await page.waitForTimeout(RESTED);
  return (await page.locator('.cm-notes').count()) > 0 ? 1 : 0;
}

async function goTo(page: Page, step: number): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Jump to a step number or an opcode' });
  await field.fill(String(step));
  await field.press('Enter');
  await page.waitForSelector(`[data-step="${step}"]`);
  await field.blur();
  // Rows of the place have come.
  await page.waitForTimeout(300);
}

/** Returns the milliseconds from the key event to the frame after the step changed, told by the page itself. */
function timePress(page: Page, key: 'ArrowRight' | 'ArrowLeft'): Promise<number> {
  return page.evaluate(async (key) => {
    const root = document.querySelector('[data-step]') as HTMLElement;
    const before = root.dataset.step;
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    while (root.dataset.step === before) await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    return performance.now() - start;
  }, key);
}
