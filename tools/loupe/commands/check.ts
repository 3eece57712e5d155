/** `loupe check FILE…`: simulations with expectations, for build servers: JUnit, JSON, and what a change does to gas and state. */
import { resolve } from 'node:path';
import * as v from 'valibot';
import { StartFailure } from '../../../devnet/start-failure';
import { readText } from '../../read-file';
import { type Command, complain, type Io, readArguments } from '../command';
import { toJson } from '../facts/json';
import { type SimulationReport, simulateFile } from '../run-simulation';
import { junitXml, type TimedReport } from '../text/check-junit';
import { checkMarkdown } from '../text/check-markdown';
import { writeNamed } from '../write-file';

export const check: Command = {
  name: 'check',
  summary: 'runs simulations with expectations for a build server: JUnit, gas and state',
  usage: `loupe check FILE… [options]

Each FILE is a simulation (docs/simulations.md). Without an endpoint it runs on what it read when it was saved.
Prints JUnit XML, unless --json or --against asks for something else.

  --rpc URL        run anew on the chain that answers there (ETH_RPC_URL)
  --junit FILE     write the JUnit XML to a file, too
  --json           print the results as JSON, with gas and state of every step
  --against FILE   print, as Markdown, how gas and state differ from such JSON of an earlier state

Ends with 1 where a step did not come to what it expects, with 2 where a file could not be run.

Example:
  loupe check simulations/*.json --json > before.json
  loupe check simulations/*.json --against before.json --junit report.xml > comment.md
`,
  async run(given, io) {
    const options = {
      rpc: { type: 'string' },
      junit: { type: 'string' },
      json: { type: 'boolean' },
      against: { type: 'string' },
    } as const;
    const { values, positionals } = readArguments(given, options, ['FILE…']);
    if (values.json && values.against !== undefined)
      throw new StartFailure('Of --json and --against one says what is printed.');
    const before = values.against === undefined ? undefined : readReports(values.against, io);
    const url = values.rpc ?? io.environment.ETH_RPC_URL;
    const reports: TimedReport[] = [];
    for (const file of positionals) {
      const begun = performance.now();
      const report = await simulateFile(file, io.folder, url, true);
      if (report.problem !== undefined) complain(io, `${file}: ${report.problem}`);
      reports.push({ ...report, seconds: (performance.now() - begun) / 1_000 });
    }
    const junit = junitXml(reports);
    if (values.junit !== undefined) writeNamed('--junit', resolve(io.folder, values.junit), junit);
    if (values.json) io.out(toJson({ format: 'loupe-check', version: 1, reports }));
    else io.out(before === undefined ? junit : checkMarkdown(before, reports));
    return Math.max(...reports.map(({ code }) => code));
  },
};

const stateLine = v.object({ address: v.string(), field: v.string(), before: v.string(), after: v.string() });
const step = v.object({
  label: v.string(),
  isAsExpected: v.boolean(),
  words: v.string(),
  gasUsed: v.optional(v.number()),
  unmet: v.array(v.string()),
  state: v.optional(v.array(stateLine)),
});
const schema = v.object({
  format: v.literal('loupe-check'),
  version: v.literal(1),
  reports: v.array(v.object({ file: v.string(), code: v.picklist([0, 1, 2]), steps: v.optional(v.array(step)) })),
});

function readReports(path: string, io: Io): readonly SimulationReport[] {
  const text = readText(resolve(io.folder, path));
  if (!text.ok) throw new StartFailure(`--against: ${path}: ${text.error}`);
  let json: unknown;
  try {
    json = JSON.parse(text.value);
  } catch {
    throw new StartFailure(`--against: ${path} is not JSON.`);
  }
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) throw new StartFailure(`--against: ${path} is not what "loupe check --json" printed.`);
  return parsed.output.reports as readonly SimulationReport[];
}
