/**
 * `npm run bench -- [name…] [--json FILE] [--check]`
 *
 * Measures, each figure beside its reference of the same run. With `--check`
 * the exit code says whether every bound holds. A bench that throws always fails.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { importFolder } from '../modules';
import type { Bench } from './bench';
import { type FigureJson, tableOf, toJson } from './table';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, check: { type: 'boolean', default: false } },
});
const benches = (await importFolder(resolve(import.meta.dirname, 'suites')))
  .map(({ exports }) => exports.bench as Bench | undefined)
  .filter((bench) => bench !== undefined);

const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
for (const name of unknown) {
  console.log(`${name}: there is no such bench; there are ${benches.map((bench) => bench.name).join(', ')}`);
}

const all: FigureJson[] = [];
let broken = unknown.length > 0;
for (const bench of benches) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue;
  const figures: FigureJson[] = [];
  console.log(`\n${bench.name}`);
  try {
    for await (const figure of bench.run()) figures.push(toJson(bench.name, figure));
  } catch (thrown) {
    broken = true;
    console.log(`${bench.name} broke off: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown}`);
  }
  for (const line of tableOf(figures)) console.log(line);
  all.push(...figures);
}
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(all, null, 2)}\n`);

const missed = all.filter((figure) => !figure.holds);
console.log(`\n${all.length - missed.length} of ${all.length} bounds hold`);
process.exitCode = broken || (values.check && missed.length > 0) ? 1 : 0;
// A bench may leave a handle open (a worker, a socket); the figures are out, so nothing is worth waiting for.
process.exit();
