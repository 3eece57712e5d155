/**
 * From a list to a kept transaction by a click, and back: frames of the built app in Chromium until the content stands.
 *
 * The reference is what the router and React take for a page that has nothing to read, the settings. Frames are counted
 * and not milliseconds: they say whether the app waits for something, however quick the machine is.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { startAnvil } from '../../anvil';
import { serveFolder } from '../../static-server';
import type { Bench, Figure } from '../bench';
import { launchChromium } from '../chromium';
import { median } from '../figures';
import { openSession } from '../page-session';
import { configOf } from '../visits';
import { NODE_ARGUMENTS, sendSwap } from '../workload/workload';

export const bench: Bench = { name: 'click-again', run };

const DIST = resolve(import.meta.dirname, '../../../dist');
const CHAIN = 31337;
const ROUNDS = 9;
/** Frames beyond those of a page that has nothing to read. */
const THERE = 2;
const BACK = 1;
/** Milliseconds after which a page has settled, and after which a link under the pointer is opened ahead. */
const SETTLED = 4_000;
const POINTED = 700;

async function* run(): AsyncIterable<Figure> {
  if (!existsSync(join(DIST, 'index.html'))) throw new Error('There is no build to measure: run npm run build first.');
  const node = await startAnvil({ chainId: CHAIN, args: NODE_ARGUMENTS });
  const browser = await launchChromium();
  try {
    const hash = await sendSwap((method, params) => node.call(method, params));
    const server = await serveFolder(DIST, { overrides: { '/config.json': configOf(CHAIN, 'Anvil', node.url) } });
    const { page } = await openSession(browser);
    for (const path of [`tx/${hash}`, 'transactions']) {
      await page.goto(`${server.url}/${CHAIN}/${path}`);
      await page.waitForTimeout(SETTLED);
    }
    const frames: Record<'there' | 'back' | 'bare', number[]> = { there: [], back: [], bare: [] };
    for (let round = 0; round < ROUNDS; round++) {
      frames.bare.push(await click(page, 'header a[href="/settings"]', 'Settings'));
      await back(page);
      frames.there.push(await click(page, `main a[href*="${hash}"]`, 'Success'));
      frames.back.push(await back(page));
    }
    yield compared('from a list to a kept transaction, the click to its content', frames.there, frames.bare, THERE);
    yield compared('back to the list', frames.back, frames.bare, BACK);
    await server.close();
  } finally {
    await browser.close();
    await node.stop();
  }
}

/** Clicks the link after the pointer rested on it, and counts frames. */
async function click(page: Page, link: string, title: string): Promise<number> {
  await page.locator(link).first().hover();
  await page.waitForTimeout(POINTED);
  return countFrames(page, `document.querySelector(${JSON.stringify(link)}).click()`, title);
}

async function back(page: Page): Promise<number> {
  await page.waitForTimeout(SETTLED / 4);
  const frames = await countFrames(page, 'history.back()', 'Transactions');
  await page.waitForTimeout(SETTLED / 4);
  return frames;
}

/** Returns the number of frames that begin after `act`, up to the first that has the title of the page. */
function countFrames(page: Page, act: string, title: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let frames = 0;
    const look = () => {
      frames++;
      if (document.querySelector('main h1')?.textContent.includes(${JSON.stringify(title)})) resolve(frames);
      else requestAnimationFrame(look);
    };
    ${act};
    requestAnimationFrame(look);
  })`);
}

function compared(name: string, counted: readonly number[], bare: readonly number[], beyond: number): Figure {
  const figure = median(counted);
  const value = median(bare);
  return {
    name,
    figure,
    unit: 'count',
    reference: { what: 'frames to the settings, which read nothing', value },
    bound: `≤ reference + ${beyond}`,
    holds: figure <= value + beyond,
  };
}
