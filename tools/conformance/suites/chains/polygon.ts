/** Bor's own tests of tracers: transactions over the genesis of a development chain (eth/tracers/internal/tracetest/testdata). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from '../../check';
import { listJson, readJson } from '../../data-files';
import type { GethCase } from '../../evm/geth-case';
import type { CaseResult } from '../../suite';
import { traceDifference } from '../geth-tracetest';

/** For each file that is not compared, why. */
const OUTSIDE: Readonly<Record<string, string | undefined>> = {
  'prestate_tracer-setcode_tx.json':
    'an earlier tracer left out the account whose code a delegation names; geth-tracetest has the case as it is now',
};

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const folder = join(data, 'polygon');
  if (!existsSync(folder)) return;
  // A file is named by its tracer and its case.
  for (const file of listJson(folder)) {
    const name = `polygon ${file}`;
    const reason = OUTSIDE[file];
    if (reason !== undefined) {
      yield { name, outcome: 'skipped', reason };
      continue;
    }
    yield await judge(name, async (check) => {
      const [tracer = ''] = file.split('-');
      check.equal('the trace', await traceDifference(tracer, readJson(join(folder, file)) as GethCase), '');
    });
  }
}
