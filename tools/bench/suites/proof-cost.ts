/**
 * What checking identity and inclusion adds to the first rows of the demo
 * chain's transactions: opened by the whole engine as it is, and by one whose
 * checks were taken out, in turns, each in a process of its own. The best of
 * all rounds counts: other work can only slow one down.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { startDevnet } from '../../../devnet/demo-chain';
import type { Bench } from '../bench';
import { besideAtMost } from '../figures';

const TURNS = 3;
/** Rounds in one process; the first one loads the code. */
const ROUNDS = 4;
const MOST = 1.1;
/** Transactions that are left out: their traces take seconds, beside which no check is seen. */
const LONG: ReadonlySet<string> = new Set(['hundred-thousand-calls', 'thousand-calls']);

const child = resolve(import.meta.dirname, '../first-rows-child.ts');

export const bench: Bench = {
  name: 'proof-cost',
  async *run() {
    const node = await startDevnet({ small: true });
    try {
      const hashes = node.manifest.transactions.filter(({ name }) => !LONG.has(name)).map(({ hash }) => hash);
      const best = { with: hashes.map(() => Infinity), without: hashes.map(() => Infinity) };
      for (let turn = 0; turn < TURNS; turn++)
        for (const how of ['with', 'without'] as const) {
          const opened = open(node.rpcUrl, how, hashes);
          if (how === 'with' ? opened.checked === 0 : opened.checked > 0)
            throw new Error(`${opened.checked} transactions were checked up to the header, ${how} checks`);
          for (const [at, milliseconds] of opened.best.entries())
            best[how][at] = Math.min(best[how][at] ?? 0, milliseconds);
        }
      const [figure, value] = [sum(best.with), sum(best.without)];
      yield besideAtMost(
        `first rows of ${hashes.length} transactions of the demo chain`,
        figure,
        'ms',
        'without the checks of identity and inclusion',
        value,
        MOST,
      );
    } finally {
      await node.stop();
    }
  },
};

function open(url: string, how: string, hashes: readonly string[]): { best: number[]; checked: number } {
  const run = spawnSync(process.execPath, ['--import', 'tsx', child, url, how, String(ROUNDS), ...hashes], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr.slice(-2_000));
  return JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '') as { best: number[]; checked: number };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
