/**
 * Executing ten million steps in a worker of Chromium: our machine bare and
 * recording, against `@ethereumjs/evm` as it comes, without a hook, in the same
 * rounds. The best of the rounds counts: other work can only slow one down.
 * All three must use the same gas.
 */
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Bench, Figure } from '../bench';
import { withBuiltPage } from '../chromium';
import { atMost } from '../figures';
import type { Engine } from '../pages/evm.worker';
import { type MachineWorkload, machineWorkloads } from '../workload/machine';

const ENTRY = resolve(import.meta.dirname, '../pages/evm.ts');
const ROUNDS = 3;
/** Times the speed of the stock machine. */
const BOUNDS: Record<string, { record: number; execute: number }> = {
  swaps: { record: 3, execute: 8 },
  keccaks: { record: 2.5, execute: 6 },
};
/** Bytes kept a step: 25 MB a million. */
const MAX_BYTES = 25;

export const bench: Bench = {
  name: 'evm',
  async *run() {
    for (const workload of machineWorkloads()) yield* await withBuiltPage(ENTRY, (page) => measure(page, workload));
  },
};

async function measure(page: Page, { name, creation, rounds }: MachineWorkload): Promise<Figure[]> {
  const run = (engine: Engine, times = rounds) =>
    page.evaluate(([e, c, r]) => window.evm.run(e, c, r), [engine, creation, times] as const);
  const size = await page.evaluate(([c, r]) => window.evm.size(c, r), [creation, rounds] as const);
  // Warm before anything counts, all three alike.
  for (const engine of ['stock', 'execute', 'record'] as const) await run(engine, Math.ceil(rounds / 20));
  const best: Record<Engine, number> = { stock: Infinity, execute: Infinity, record: Infinity };
  let gas: number | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    for (const engine of ['stock', 'execute', 'record'] as const) {
      const { milliseconds, gasUsed } = await run(engine);
      gas ??= gasUsed;
      if (gasUsed !== gas) throw new Error(`${engine} used ${gasUsed} gas for ${name}, not ${gas}`);
      best[engine] = Math.min(best[engine], milliseconds);
    }
  }
  const speed = (engine: Engine) => size.steps / best[engine] / 1000;
  const figureOf = (engine: 'execute' | 'record', what: string): Figure => {
    const ratio = speed(engine) / speed('stock');
    const bound = BOUNDS[name]?.[engine] ?? Number.NaN;
    return {
      name: `${name}, ${(size.steps / 1e6).toFixed(1)} M steps, ${what}`,
      figure: speed(engine),
      unit: 'M steps/s',
      reference: { what: '@ethereumjs/evm without a hook', value: speed('stock') },
      ratio,
      bound: `≥ ${bound} × reference`,
      holds: ratio >= bound,
    };
  };
  return [
    figureOf('record', 'recording'),
    figureOf('execute', 'without recording'),
    atMost(`${name}, kept a step`, size.bytesPerStep, 'bytes', MAX_BYTES),
  ];
}
