/**
 * `npm run fuzz:evm -- [--programs N] [--seed S]`
 *
 * Runs N random scenes, the first from seed S, on our machine and on
 * `@ethereumjs/evm`, and prints those on which they differ. Exit code 1 when
 * any does. A scene is found again by its seed alone: `--programs 1 --seed S`.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { compare } from './compare';
import { randomScene } from './programs';
import { Random } from './random';

const { values } = parseArgs({
  options: { programs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const programs = Number(values.programs);
const first = Number(values.seed);
let different = 0;
let steps = 0;
for (let seed = first; seed < first + programs; seed++) {
  if (seed > first && (seed - first) % 1000 === 0)
    console.log(`${seed - first} programs, ${steps} steps, ${different} differences so far`);
  const scene = randomScene(new Random(seed));
  const compared = await compare(scene);
  steps += compared.steps;
  if (compared.difference !== undefined) {
    different++;
    console.log(`seed ${seed}, fork ${scene.fork}: ${compared.difference.slice(0, 600)}`);
  }
}
console.log(`${programs} programs, ${steps} steps, ${different} differences`);
process.exitCode = different > 0 ? 1 : 0;
