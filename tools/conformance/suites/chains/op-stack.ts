/** Chains of the OP Stack: blocks with witnesses, deposits, fees and precompiles of its clients' own tests. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkOpBlock } from '../../chains/op-block';
import type { WitnessedBlock } from '../../chains/op-header';
import {
  checkEncoded,
  checkFeeVectors,
  checkRevmResult,
  checkTracedDeposit,
  type FeeVectors,
  type RevmResult,
  type TracedDeposit,
  whyNotRevm,
} from '../../chains/op-known';
import { judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const folder = join(data, 'op-stack');
  if (!existsSync(folder)) return;
  for (const { name, content } of filesOf(folder, 'kona-executor'))
    yield await judge(`op-stack ${name}`, (check) => checkOpBlock(check, content as WitnessedBlock));
  for (const { name, content } of filesOf(folder, 'op-geth-tracers'))
    yield await judge(`op-stack ${name}`, (check) => checkTracedDeposit(check, content as TracedDeposit));
  for (const { name, content } of filesOf(folder, 'op-revm')) {
    const reason = whyNotRevm(name);
    yield reason === undefined
      ? await judge(`op-stack ${name}`, (check) => checkRevmResult(check, name, content as RevmResult))
      : { name: `op-stack ${name}`, outcome: 'skipped', reason };
  }
  for (const { name } of filesOf(folder, 'anvil'))
    yield {
      name: `op-stack anvil ${name}`,
      outcome: 'skipped',
      reason: 'a recorded development node; tests ask a real one',
    };
  yield { name: 'op-stack receipt-system-deposit', outcome: 'skipped', reason: 'its last fields are made up' };
  yield await judge('op-stack fees for data', (check) =>
    checkFeeVectors(check, readJson(join(folder, 'l1-fee-vectors.json')) as FeeVectors),
  );
  const encoded = readJson(join(folder, 'op-alloy-vectors.json')) as Record<string, Record<string, readonly string[]>>;
  for (const [file, tests] of Object.entries(encoded)) {
    for (const [name, strings] of Object.entries(tests)) {
      let reason: string | undefined;
      const judged = await judge(`op-stack ${file} ${name}`, (check) => {
        reason = checkEncoded(check, name, strings);
      });
      yield reason === undefined ? judged : { name: judged.name, outcome: 'skipped', reason };
    }
  }
}

function filesOf(folder: string, name: string): { name: string; content: unknown }[] {
  const inner = join(folder, name);
  if (!existsSync(inner)) return [];
  const files = readdirSync(inner).sort();
  return files.map((file) => ({
    name: basename(file.replace(/\.gz$/, ''), '.json'),
    content: readJson(join(inner, file)),
  }));
}
