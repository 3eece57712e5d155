/** A block of Taiko with its witness. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openTaikoInput, type TaikoInput } from '../../chains/taiko-input';
import { checkBlock } from '../../chains/witnessed-block';
import { judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const path = join(data, 'taiko', 'input-taiko_mainnet-182300.json.gz');
  if (!existsSync(path)) return;
  yield await judge('taiko 182300', async (check) =>
    checkBlock(check, await openTaikoInput(check, readJson(path) as TaikoInput)),
  );
}
