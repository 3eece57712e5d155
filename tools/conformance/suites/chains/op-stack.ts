/** Chains of the OP Stack: blocks with witnesses, deposits, fees and precompiles of its clients' own tests. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkOpBlock, type WitnessedBlock } from '../../chains/op-block';
import { judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const folder = join(data, 'op-stack');
  if (!existsSync(folder)) return;
  for (const file of filesOf(folder, 'kona-executor'))
    yield await judge(`op-stack ${basename(file, '.json.gz')}`, (check) =>
      checkOpBlock(check, readJson(file) as WitnessedBlock),
    );
}

function filesOf(folder: string, name: string): string[] {
  const inner = join(folder, name);
  return existsSync(inner)
    ? readdirSync(inner)
        .sort()
        .map((file) => join(inner, file))
    : [];
}
