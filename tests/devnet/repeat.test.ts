import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultCacheFolder, prepareChain } from '../../devnet/demo-chain';

// That the same transactions also make the same blocks is checked each time a kept chain is played: see `tip` there.
test('a chain made from nothing is the chain made before, transaction by transaction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-devnet-'));
  try {
    const before = await prepareChain(defaultCacheFolder);
    const anew = await prepareChain(folder);
    const { tip: _, ...chain } = before.chain;
    expect(anew.chain).toEqual(chain);
    expect(await readFile(anew.buildOutputPath, 'utf8')).toBe(await readFile(before.buildOutputPath, 'utf8'));
    expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toEqual(before.manifest);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 200_000);
