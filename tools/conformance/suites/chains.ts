/**
 * Recorded blocks, transactions and known answers of other chains, executed by
 * the rules of their families. Each family has a file in the folder `chains`
 * beside this one, which exports `cases`: it is given the folder of the data of
 * all families.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { importFolder } from '../../modules';
import type { CaseResult, Suite } from '../suite';

type Cases = (data: string) => AsyncIterable<CaseResult>;

/** The data lies in the folder that is given, or in `chains` there. */
export const suite: Suite = { name: 'chains', folder: '.', run };

async function* run(folder: string): AsyncIterable<CaseResult> {
  const inner = join(folder, 'chains');
  const data = existsSync(inner) ? inner : folder;
  for (const { file, exports } of await importFolder(resolve(import.meta.dirname, 'chains'))) {
    const cases = exports.cases as Cases | undefined;
    if (cases === undefined) throw new Error(`chains/${file}.ts exports no cases`);
    yield* cases(data);
  }
}
