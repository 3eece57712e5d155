/** Blocks of Scroll with their witnesses. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadLibrary } from '../../../../src/core/evm/precompiles/libraries';
import { openScrollWitness, type ScrollWitness } from '../../chains/scroll-witness';
import { checkBlock } from '../../chains/witnessed-block';
import { judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const folder = join(data, 'scroll', 'witnesses');
  if (!existsSync(folder)) return;
  await loadLibrary('p256');
  for (const file of readdirSync(folder).sort()) {
    const name = file.replace('.json.gz', '');
    yield await judge(`scroll ${name}`, async (check) =>
      checkBlock(check, await openScrollWitness(name, readJson(join(folder, file)) as ScrollWitness)),
    );
  }
}
