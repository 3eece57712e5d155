/** Whether both machines do the same with a scene: every step, the result and what is left in the state. */

import { isDeepStrictEqual } from 'node:util';
import { loadLibraries } from '../../src/core/evm/precompiles/libraries';
import { Fork } from '../../src/core/evm/rules/forks';
import { COINBASE, hex, type Outcome, runInSlices, runOurs, SENDER, type StepView } from './ours';
import type { Scene } from './programs';
import { runStock } from './stock';

/** `difference`: the first, in words, undefined when there is none; `departs`: why the stock machine is no measure for the scene. */
type Comparison = { difference: string | undefined; departs?: string /** How many we executed. */; steps: number };

export async function compare(scene: Scene): Promise<Comparison> {
  await loadLibraries();
  const ours = runOurs(scene);
  const stock = await runStock(scene);
  const found = (difference: string) => ({ difference, steps: ours.steps.length });

  const sliced = differingSlices(scene, ours);
  if (sliced !== undefined) return found(sliced);
  const step = stock.steps && differingStep(scene, ours, stock.steps);
  if (step === DEPARTS) return { ...found(''), difference: undefined, departs: DEPARTS };
  if (step !== undefined) return found(step);

  if (ours.result !== stock.result) return found(`result: ${ours.result} | ${stock.result}`);
  if (ours.gasLeft !== stock.gasLeft) return found(`gas left: ${ours.gasLeft} | ${stock.gasLeft}`);
  if (ours.stateGas !== stock.stateGas) return found(`state gas left: ${ours.stateGas} | ${stock.stateGas}`);
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

/** CREATE, CALL and CREATE2. */
const MAKES_ACCOUNTS = new Set([0xf0, 0xf1, 0xf5]);

function early({ fork }: Scene, { steps }: Outcome, step: number): boolean {
  return fork >= Fork.amsterdam && MAKES_ACCOUNTS.has(steps[step]?.op ?? 0);
}

/** The stock machine asks for state gas in another order than EIP-8037 (draft of 2026-07-31). */
export const DEPARTS = 'the stock machine asks for state gas in another order';

/**
 * Whether the stock machine halts at this step by rules of its own: a creation
 * that its caller cannot make, for want of ether or depth, costs no state gas,
 * as its address is not looked at; and a call may have its share of what is
 * left once the account is paid. It asks for that gas first, and shares before.
 * `told`: the gas it tells of at the step, the account paid.
 */
function departsAfter(scene: Scene, ours: Outcome, at: number, told: bigint): boolean {
  const step = ours.steps[at];
  if (step === undefined || !early(scene, ours, at)) return false;
  if (step.op !== CALL) return ours.refusedCreates.has(at);
  const [value = '0', , asked = '0'] = step.stack.split(',').slice(-3);
  return value !== '0' && BigInt(`0x${asked}`) > told - OWN_PRICE;
}

const CALL = 0xf1;
/** Least gas of a call with value beside the account and its share: reaching, writing, some memory. */
const OWN_PRICE = 15_000n;

function differingStep(scene: Scene, ours: Outcome, stock: readonly StepView[]): string | undefined {
  let theirs = 0;
  for (const [i, step] of ours.steps.entries()) {
    const other = stock[theirs];
    // Since Amsterdam the stock machine has paid for the account before it tells of what makes it; the next step tells what was paid.
    const told = other && early(scene, ours, i) ? { ...other, gas: step.gas } : other;
    if (told !== undefined && text(step) === text(told)) theirs++;
    else if (departsAfter(scene, ours, i - 1, stock[theirs - 1]?.gas ?? 0n)) return DEPARTS;
    else if (!ours.untold.has(i)) return `step ${i}: ${text(step)} | ${other ? text(other) : 'nothing'}`;
  }
  const more = stock[theirs];
  return more && `after our last step: ${text(more)}`;
}

function text({ depth, pc, op, gas, height, stack, memory }: StepView): string {
  return `depth ${depth} pc ${pc} op ${op.toString(16)} gas ${gas} stack ${height} [${stack}] memory ${memory}`;
}
