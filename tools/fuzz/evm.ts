/**
 * `npm run fuzz:evm -- [--programs N] [--seed S] [--fork NAME]`
 *
 * Runs N random scenes, the first from seed S, on our machine and on
 * `@ethereumjs/evm`, and prints those on which they differ. Exit code 1 when
 * any does. Scenes are of all forks unless NAME gives one. A scene is found again by its seed, and
 * NAME where it was given: `--programs 1 --seed S`.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { forkNamed } from '../../src/core/evm/rules/chain-rules';
import { compare, DEPARTS } from './compare';
import { randomScene } from './programs';
import { Random } from './random';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    fork: { type: 'string' },
  },
});
const programs = numberFrom(1, '--programs', values.programs);
const first = numberFrom(0, '--seed', values.seed);
const fork = values.fork === undefined ? undefined : forkNamed(values.fork);
if (values.fork !== undefined && fork === undefined) throw new Error(`no fork is called ${values.fork}`);
let different = 0;
let steps = 0;
let departed = 0;
for (let seed = first; seed < first + programs; seed++) {
  if (seed > first && (seed - first) % 1000 === 0)
    console.log(`${seed - first} programs, ${steps} steps, ${different} differences so far`);
  const scene = randomScene(new Random(seed), fork);
  const compared = await compare(scene);
  steps += compared.steps;
  if (compared.departs !== undefined) departed++;
  if (compared.difference !== undefined) {
    different++;
    console.log(`seed ${seed}, fork ${scene.fork}: ${compared.difference.slice(0, 600)}`);
  }
}
if (departed > 0) console.log(`${departed} programs not compared to their end: ${DEPARTS} than EIP-8037`);
console.log(`${programs} programs, ${steps} steps, ${different} differences`);
process.exitCode = different > 0 ? 1 : 0;

/** The number of the option. Without any program there would be no difference either. */
function numberFrom(least: number, option: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least) return number;
  console.error(`${option} takes a number from ${least} on, not "${text}".`);
  process.exit(2);
}
