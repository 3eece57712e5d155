/**
 * Lighthouse's mobile preset, by its command line. It is no dependency: it
 * takes 176 MB for one figure that nobody needs in order to change the app.
 * Where it is not installed, the bench says how to get it and goes on.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArgs, offlineArgs, requireChromium } from '../chromium';

/** The last version for Node 20. */
const VERSION = '12.8.2';
const HOW_TO_GET = `Lighthouse is not measured: it is not installed. npm install --no-save --ignore-scripts lighthouse@${VERSION} (176 MB), or LIGHTHOUSE=/path/to/its/cli/index.js.`;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** A run takes half a minute on a quiet machine, ms. */
const PATIENCE = 240_000;
/** The report has every audit with its details, bytes. */
const MAX_REPORT = 64 << 20;

/** Points from 0 to 100, and the audits that cost some, with their weight. */
export type LighthouseScores = Record<(typeof CATEGORIES)[number], number> & { lost: string[] };

type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
};

/** Scores the page at `url`; undefined where Lighthouse is not installed, which is said once. */
export async function scorePage(url: string): Promise<LighthouseScores | undefined> {
  const cli = findLighthouse();
  if (cli === undefined) {
    console.warn(HOW_TO_GET);
    return undefined;
  }
  const flags = ['--headless=new', ...chromiumArgs(), ...offlineArgs()].join(' ');
  const options = ['--output=json', '--quiet', `--only-categories=${CATEGORIES.join(',')}`, `--chrome-flags=${flags}`];
  const { stdout } = await promisify(execFile)(process.execPath, [cli, url, ...options], {
    env: { ...process.env, CHROME_PATH: requireChromium() },
    timeout: PATIENCE,
    maxBuffer: MAX_REPORT,
  });
  const { categories, audits } = JSON.parse(stdout) as Report;
  const points = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const lost = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => [audits[id]?.title ?? id, audits[id]?.displayValue].filter(Boolean).join(': '));
  return {
    performance: points('performance'),
    accessibility: points('accessibility'),
    'best-practices': points('best-practices'),
    seo: points('seo'),
    lost,
  };
}

function findLighthouse(): string | undefined {
  const places = [
    process.env.LIGHTHOUSE,
    join(resolve(import.meta.dirname, '../..'), 'node_modules/lighthouse/cli/index.js'),
  ];
  return places.find((path) => path !== undefined && existsSync(path));
}
