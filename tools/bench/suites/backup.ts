/**
 * All data of a profile as a file and back, in Chromium's IndexedDB on disk: 10 projects, 50,000 labels, 200 traces.
 *
 * Compared with copying the same rows into a second database, which is what moving them costs without a file between.
 * What comes back must be equal, row by row.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Bench, Figure } from '../bench';
import { withBuiltPage } from '../chromium';
import { besideAtMost, stated } from '../figures';

const ENTRY = resolve(import.meta.dirname, '../pages/backup.ts');
const SLOWER = 1.5;

export const bench: Bench = {
  name: 'backup',
  async *run() {
    const profile = mkdtempSync(join(tmpdir(), 'loupe-backup-'));
    try {
      yield* await withBuiltPage(ENTRY, measure, { profile });
    } finally {
      rmSync(profile, { recursive: true, force: true });
    }
  },
};

async function measure(page: Page): Promise<Figure[]> {
  const rows = await page.evaluate(() => window.backup.fill());
  // The first copy also reads the profile into the caches of the browser and the system.
  await page.evaluate(() => window.backup.copy());
  const copy = await page.evaluate(() => window.backup.copy());
  const { milliseconds: writing, bytes } = await page.evaluate(() => window.backup.backUp());
  const { reading, comparing, taking, isEqual } = await page.evaluate(() => window.backup.restore());
  if (!isEqual) throw new Error('What was restored is not what was backed up.');
  const whole = writing + reading + comparing + taking;
  return [
    besideAtMost(`backup and restore of ${rows} rows, equal`, whole, 'ms', 'the same rows, copied', copy, SLOWER),
    stated('writing the file', writing, 'ms'),
    stated('reading it', reading, 'ms'),
    stated('comparing it', comparing, 'ms'),
    stated('taking it', taking, 'ms'),
    stated('the file', bytes, 'bytes'),
  ];
}
