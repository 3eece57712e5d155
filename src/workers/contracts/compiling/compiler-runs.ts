/** Compiler runs: input and output, kept in IndexedDB, the last ones in memory. */

import { bytesToHex } from '../../../core/chain/hex';
import type { BuildRun } from '../../../core/contract/build-output/build-output';
import { withoutListings } from '../../../core/contract/build-output/kept-output';
import { parseStandardInput, type StandardInput } from '../../../core/contract/build-output/standard-input';
import type { CompilerRun } from '../../../core/source/compiled/compilation';
import { RecentMap } from '../../../core/values/recent-map';
import { keepCompilation, readCompilation } from '../../../db/contracts/compilations';
import { packText, unpackText } from '../../packing';

export type Run = CompilerRun & { input: StandardInput };

/** Runs in memory; trees of a large build take tens of megabytes. */
const MAX_RUNS = 12;

export class CompilerRuns {
  /** Compiler runs by id. */
  private readonly runs = new RecentMap<string, Promise<Run | undefined>>(MAX_RUNS);

  /** `unkept` has the runs that storage refused. */
  constructor(private readonly unkept: ReadonlyMap<string, BuildRun> = new Map()) {}

  /** Undefined where none is kept, or not both its input and its output, or where they are damaged. */
  read(id: string): Promise<Run | undefined> {
    const known = this.runs.use(id);
    if (known !== undefined) return known;
    const reading = readRun(id, this.unkept.get(id));
    this.runs.set(id, reading);
    // What is missing may come: another tab, or the other half of a build, may bring it.
    const forget = () => void (this.runs.get(id) === reading && this.runs.delete(id));
    reading.then((run) => run ?? forget(), forget);
    return reading;
  }

  async keep(id: string, run: Run): Promise<void> {
    this.runs.set(id, Promise.resolve(run));
    const [input, output] = await Promise.all([
      packText(JSON.stringify(run.input)),
      packText(JSON.stringify(withoutListings(run.output))),
    ]);
    await keepCompilation({ id, version: run.version, input, output });
  }
}

async function readRun(id: string, unkept: BuildRun | undefined): Promise<Run | undefined> {
  if (unkept !== undefined) return wholeRun(unkept);
  const row = await readCompilation(id);
  if (row?.input === undefined || row.output === undefined) return undefined;
  try {
    const [input, output] = await Promise.all([unpackText(row.input), unpackText(row.output)]);
    return wholeRun({ version: row.version, input: JSON.parse(input), output: JSON.parse(output) });
  } catch {
    return undefined;
  }
}

function wholeRun({ version, input, output }: BuildRun): Run | undefined {
  if (input === undefined || output === undefined) return undefined;
  const parsed = parseStandardInput(input);
  return parsed.ok ? { version, input: parsed.value, output } : undefined;
}

/** Names a run by what goes into it; `subject` is the contract that was asked for. */
export async function runIdOf(version: string, input: StandardInput, subject: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([version, input, subject]));
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16)).slice(2);
}
