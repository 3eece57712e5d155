/**
 * `npm run conformance -- [--data DIR] [suite…] [--verbose] [--json FILE]`
 *
 * Runs the public suites that lie in DIR, one per folder. Exit code 1 when a
 * case failed, when a suite named on the command line could not run, or when
 * nothing ran at all.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { importFolder } from '../modules';
import { linesOf, runSuite, type SuiteReport } from './run';
import type { Suite } from './suite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '../shared/fixtures' },
    verbose: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const data = resolve(values.data);
const suites = (await importFolder(resolve(import.meta.dirname, 'suites')))
  .map(({ exports }) => exports.suite as Suite | undefined)
  .filter((suite) => suite !== undefined);

const unknown = positionals.filter((name) => !suites.some((suite) => suite.name === name));
for (const name of unknown) {
  console.log(`${name}: there is no such suite; there are ${suites.map((suite) => suite.name).join(', ')}`);
}

const reports: SuiteReport[] = [];
for (const suite of suites) {
  if (positionals.length > 0 && !positionals.includes(suite.name)) continue;
  const report = await runSuite(suite, data);
  reports.push(report);
  for (const line of linesOf(report, data, values.verbose)) console.log(line);
}
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(reports, null, 2)}\n`);

const ran = reports.filter((report) => !report.missing);
if (ran.length === 0) console.log(`Nothing ran: no suite's folder is in ${data}.`);
const failed = ran.some((report) => report.failed > 0);
const namedButMissing = positionals.length > 0 && ran.length < reports.length;
process.exitCode = failed || namedButMissing || unknown.length > 0 || ran.length === 0 ? 1 : 0;
