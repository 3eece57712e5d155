/**
 * Tests of contracts in the app's worker, against forge on the same build. TESTS is the folder of a project that forge
 * has built with its build info; FORGE is the executable. Without both there is nothing to measure. FOUNDRY_… variables
 * count for forge alone: what a run is to do stands in the project's foundry.toml.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import type { Bench, Figure } from '../bench';
import { withBuiltPage } from '../chromium';
import { atMost, besideAtMost } from '../figures';

const ENTRY = resolve(import.meta.dirname, '../pages/contract-tests.ts');
/** Times forge's own time. */
const MOST = 6;
/** Milliseconds: opening a folder, beginning to run after a change, recording beyond the test's own run. */
const [OPENS, STARTS, RECORDS] = [3_000, 300, 1_000];
/** Tests that are recorded. */
const RECORDED = 60;

export const bench: Bench = {
  name: 'contract-tests',
  async *run() {
    const { TESTS, FORGE } = process.env;
    if (TESTS === undefined || FORGE === undefined) return;
    yield* await withBuiltPage(ENTRY, (page) => measure(page, resolve(TESTS), resolve(FORGE)));
  },
};

async function measure(page: Page, root: string, forge: string): Promise<Figure[]> {
  await page.setInputFiles('#out', join(root, 'out'));
  if (existsSync(join(root, 'foundry.toml'))) await page.setInputFiles('#settings', join(root, 'foundry.toml'));
  const name = basename(root);
  const opened = await page.evaluate(() => window.contractTests.open());
  const figures: Figure[] = [
    atMost(`${name}, ${opened.files} files of a build are opened`, opened.milliseconds, 'ms', OPENS),
  ];

  const changed = changeOf(root);
  const again = await page.evaluate((change) => window.contractTests.open(change), changed);
  if (again.changed.length === 0) throw new Error(`nothing changed with ${changed.path}`);
  const one = await page.evaluate((suites) => window.contractTests.run(suites), again.changed.slice(0, 1));
  figures.push(atMost(`${name}, from a change to its tests`, again.milliseconds + (one.first ?? 0), 'ms', STARTS));
  await page.evaluate(() => window.contractTests.open());

  const times = await page.evaluate((count) => window.contractTests.record(count), RECORDED);
  const beyond = Math.max(...times.map(({ run, record }) => record - run));
  figures.push(atMost(`${name}, recording a test, beyond its run`, beyond, 'ms', RECORDS));

  const reference = runForge(forge, root);
  const { milliseconds: figure, counts } = await page.evaluate(() => window.contractTests.run());
  figures.push(
    besideAtMost(
      `${name}, all ${opened.tests} tests (${counts.failed ?? 0} failed)`,
      figure,
      'ms',
      'forge test',
      reference,
      MOST,
    ),
  );
  return figures;
}

/** An artefact with tests, and a push in its code that is another after the change. */
function changeOf(root: string): { path: string; from: string; to: string } {
  const paths = readdirSync(join(root, 'out'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.t\.sol\/[^/]*Test[^/]*\.json$/.test(path),
  );
  for (const path of paths) {
    const { bytecode } = JSON.parse(readFileSync(join(root, 'out', path), 'utf8')) as { bytecode?: { object: string } };
    const from = /^0x60806040/.exec(bytecode?.object ?? '')?.[0];
    if (from !== undefined) return { path: `out/${path}`, from, to: '0x60a06040' };
  }
  throw new Error('no artefact of a test was found');
}

function runForge(forge: string, root: string): number {
  const begun = performance.now();
  const ran = spawnSync(forge, ['test', '--offline', '--fuzz-seed', '1'], { cwd: root, encoding: 'utf8' });
  // What it does not run is no measure for who does.
  if (ran.stdout.includes('`testFail*` has been removed'))
    throw new Error(
      'forge refuses tests whose names begin with testFail: leave them out by no_match_test in foundry.toml.',
    );
  if (!/tests? passed/.test(ran.stdout)) throw new Error(`forge ran no tests: ${ran.stderr.slice(-500)}`);
  return performance.now() - begun;
}
