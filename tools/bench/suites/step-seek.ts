/**
 * The state of the machine at 1,000 steps, spread over a trace of 3.6 M steps,
 * which is about what a transaction may have at the cap of EIP-7825, in a
 * worker of Chromium. Each step is sought three times and its best time counts:
 * other work on the machine can only lengthen it.
 */
import { resolve } from 'node:path';
import type { Bench } from '../bench';
import { withBuiltPage } from '../chromium';
import { atMost } from '../figures';
import { machineWorkloads } from '../workload/machine';

const ENTRY = resolve(import.meta.dirname, '../pages/evm.ts');
const SEEKS = 1000;
const MEDIAN = 5; // ms
const WORST = 50; // ms
const STEPS = 3_600_000;

export const bench: Bench = {
  name: 'step-seek',
  async *run() {
    for (const { name, creation } of machineWorkloads()) {
      const { steps, times } = await withBuiltPage(ENTRY, async (page) => {
        const trial = await page.evaluate(([c]) => window.evm.size(c, 20), [creation] as const);
        const rounds = Math.ceil((STEPS / trial.steps) * 20);
        return page.evaluate(([c, r, n]) => window.evm.seek(c, r, n), [creation, rounds, SEEKS] as const);
      });
      times.sort((a, b) => a - b);
      const of = `${name}, ${(steps / 1e6).toFixed(1)} M steps`;
      const median = times[times.length >> 1] ?? Number.NaN;
      const worst = times.at(-1) ?? Number.NaN;
      yield atMost(`${of}: median`, median, 'ms', MEDIAN);
      yield atMost(`${of}: worst`, worst, 'ms', WORST);
    }
  },
};
