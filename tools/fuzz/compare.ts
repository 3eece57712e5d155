/** Whether both machines do the same with a scene: every step, the result and what is left in the state. */

import { isDeepStrictEqual } from 'node:util';
import { loadLibraries } from '../../src/core/evm/precompiles/libraries';
import { COINBASE, hex, type Outcome, runInSlices, runOurs, SENDER, type StepView } from './ours';
import type { Scene } from './programs';
import { runStock } from './stock';

/** The first difference in words; undefined when there is none. `steps` is how many we executed. */
export async function compare(scene: Scene): Promise<{ difference: string | undefined; steps: number }> {
  await loadLibraries();
  const ours = runOurs(scene);
  const stock = await runStock(scene);
  const found = (difference: string) => ({ difference, steps: ours.steps.length });

  const sliced = differingSlices(scene, ours);
  if (sliced !== undefined) return found(sliced);
  const step = stock.steps && differingStep(ours, stock.steps);
  if (step !== undefined) return found(step);

  if (ours.result !== stock.result) return found(`result: ${ours.result} | ${stock.result}`);
  if (ours.gasLeft !== stock.gasLeft) return found(`gas left: ${ours.gasLeft} | ${stock.gasLeft}`);
  if (ours.output !== stock.output) return found(`output: ${ours.output} | ${stock.output}`);
  if (ours.result !== 'success') return { difference: undefined, steps: ours.steps.length };
  if (ours.refund !== stock.refund) return found(`refund: ${ours.refund} | ${stock.refund}`);
  if (ours.logs !== stock.logs) return found(`logs: ${ours.logs} | ${stock.logs}`);
  for (const [where, value] of ours.state) {
    const [address = '', key] = where.replace(']', '').split('[');
    // The fee and the nonce of the sender belong to the transaction, and what is destructed goes when it ends.
    if (address === hex(SENDER) || address === hex(COINBASE) || stock.destructed.has(address)) continue;
    const other = key === undefined ? await stock.account(address) : await stock.slot(address, key);
    if (value !== other) return found(`${where}: ${value} | ${other}`);
  }
  return { difference: undefined, steps: ours.steps.length };
}

/** Running many steps at once must come to the same as stepping. */
function differingSlices(scene: Scene, ours: Outcome): string | undefined {
  for (const [budget, watched] of [
    [1_000_000, true],
    [1_000_000, false],
    [7, false],
  ] as const) {
    const { steps, told, ...end } = runInSlices(scene, budget, watched);
    const how = `${budget} steps at a time, ${watched ? 'watched' : 'unwatched'}`;
    if (steps !== ours.steps.length) return `${how}: ${steps} steps | ${ours.steps.length}`;
    if (watched && told !== ours.told) return `${how}: tells otherwise`;
    for (const key of Object.keys(end) as (keyof typeof end)[])
      if (!isDeepStrictEqual(end[key], ours[key])) return `${how}: ${key} differs`;
  }
  return undefined;
}

function differingStep(ours: Outcome, stock: readonly StepView[]): string | undefined {
  let theirs = 0;
  for (const [i, step] of ours.steps.entries()) {
    const other = stock[theirs];
    if (other !== undefined && text(step) === text(other)) theirs++;
    else if (!ours.untold.has(i)) return `step ${i}: ${text(step)} | ${other ? text(other) : 'nothing'}`;
  }
  const more = stock[theirs];
  return more && `after our last step: ${text(more)}`;
}

function text({ depth, pc, op, gas, height, stack, memory }: StepView): string {
  return `depth ${depth} pc ${pc} op ${op.toString(16)} gas ${gas} stack ${height} [${stack}] memory ${memory}`;
}
