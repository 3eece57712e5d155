/**
 * `loupe simulate FILE…`: runs simulations that were saved as files, and checks what they expect.
 *
 * Without an endpoint a file runs on what it read when it was saved, and must
 * come to the same; with one it runs anew.
 *
 * Ends with 1 where a step failed that was not expected to, or an expectation
 * was not met, and with 2 where one could not be run.
 */
import { formatInteger } from '../../../src/core/format/counts';
import { harmlessText } from '../../../src/core/text/harmless';
import { type Command, complain, type Io, readArguments } from '../command';
import { toJson } from '../facts/json';
import { type SimulationReport, simulateFile } from '../run-simulation';

export const simulate: Command = {
  name: 'simulate',
  summary: 'runs saved simulations, and checks what they expect',
  usage: `loupe simulate FILE… [options]

Without an endpoint a file runs on what it read when it was saved, and must come to the same.

  --rpc URL        run anew on the chain that answers there (ETH_RPC_URL)
  --json           as JSON

Ends with 1 where a step failed that was not expected to, or an expectation was not met; with 2 where one could not be run.

Example:
  loupe simulate deploy.simulation.json --rpc http://127.0.0.1:8545
`,
  async run(given, io) {
    const options = { rpc: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(given, options, ['FILE…']);
    const url = values.rpc ?? io.environment.ETH_RPC_URL;
    const reports: SimulationReport[] = [];
    for (const file of positionals) {
      const report = await simulateFile(file, io.folder, url);
      reports.push(report);
      if (report.problem !== undefined) complain(io, `${file}: ${report.problem}`);
      else if (!values.json) say(report, io);
    }
    if (values.json) io.out(toJson({ format: 'loupe-simulations', version: 1, reports }));
    return Math.max(...reports.map(({ code }) => code));
  },
};

function say({ file, block = 0, steps = [] }: SimulationReport, { out }: Io): void {
  out(`${harmlessText(file, 200)}: on block ${formatInteger(block)}\n`);
  for (const [at, { isAsExpected, label, words, unmet }] of steps.entries()) {
    out(`  ${at + 1} ${isAsExpected ? '✓' : '✕'} ${label === '' ? '' : `${label}: `}${words}\n`);
    for (const each of unmet) out(`      ${each}\n`);
  }
}
