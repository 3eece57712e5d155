/**
 * The flame graph of a million frames in Chromium: laid out by a worker beside
 * d3-hierarchy's partition of the same tree, then zoomed and panned.
 *
 * Layouts are taken in turns and the least of each counts, as does the quietest
 * of three rounds of movement: other work on the machine can only lengthen them.
 */
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Bench, Figure } from '../bench';
import { withBuiltPage } from '../chromium';
import { stated } from '../figures';
import type { FlameBench } from '../pages/flame';

const ENTRY = resolve(import.meta.dirname, '../pages/flame.tsx');
const LAYOUTS = 5;
const ROUNDS = 3;
const LIMITS = { layout: 150, faster: 10, frame: 33 }; // ms, times, ms

declare global {
  interface Window {
    flame: FlameBench;
  }
}

export const bench: Bench = {
  name: 'flame',
  async *run() {
    yield* await withBuiltPage(ENTRY, measure);
  },
};

async function measure(page: Page): Promise<Figure[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const naming: number[] = [];
  let frames = { ours: 0, theirs: 0 };
  for (let round = 0; round < LAYOUTS; round++) {
    const own = await page.evaluate(() => window.flame.engine.layOut());
    const other = await page.evaluate(() => window.flame.engine.partition());
    ours.push(own.milliseconds);
    theirs.push(other.milliseconds);
    naming.push(await page.evaluate(() => window.flame.engine.name()));
    frames = { ours: own.frames, theirs: other.frames };
  }
  const layout = Math.min(...ours);
  const reference = Math.min(...theirs);

  await page.evaluate(() => window.flame.show());
  await page.waitForSelector('canvas');
  await page.waitForTimeout(500);
  const moved: number[] = [];
  const still: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    still.push(await page.evaluate(() => window.flame.move('nothing')));
    moved.push(await page.evaluate(() => window.flame.move('graph')));
  }
  const longest = Math.min(...moved);
  return [
    {
      name: `layout of ${frames.ours.toLocaleString('en')} frames in the worker`,
      figure: layout,
      unit: 'ms',
      reference: { what: `d3-hierarchy partition of ${frames.theirs.toLocaleString('en')} nodes`, value: reference },
      ratio: layout / reference,
      bound: `≤ ${LIMITS.layout} ms and ≤ ${1 / LIMITS.faster} × reference`,
      holds: layout <= LIMITS.layout && layout * LIMITS.faster <= reference,
    },
    stated('finding the names of the frames', Math.min(...naming), 'ms'),
    {
      name: 'longest frame in 3 s of zooming and panning',
      figure: longest,
      unit: 'ms',
      reference: { what: 'the same page left alone', value: Math.min(...still) },
      ratio: longest / Math.min(...still),
      bound: `≤ ${LIMITS.frame} ms`,
      holds: longest <= LIMITS.frame,
    },
  ];
}
