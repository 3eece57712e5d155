/** Blocks of Linea and Linea Sepolia, from London to Osaka, with the state that their execution reads. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkLinea, type LineaReplay } from '../../chains/linea-replay';
import { judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const folder = join(data, 'linea');
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json.gz')))
    yield await judge(`linea ${file.replace('.json.gz', '')}`, async (check) =>
      checkLinea(check, readJson(join(folder, file)) as LineaReplay),
    );
}
