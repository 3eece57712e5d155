/** What the build of `npm start` offers. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_FROM, dropMissingTraces } from '../../../tools/start/build';

test('example traces whose files were not made are not offered, and the rest of the configuration stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  try {
    const trace = (name: string) => ({ name, note: '', file: `/traces/${name}.loupe` });
    const config = { variant: 'workbench', networks: [{ id: 1 }], traces: [trace('made'), trace('missing')] };
    await mkdir(join(folder, 'traces'));
    await writeFile(join(folder, 'traces/made.loupe'), 'a trace');
    await writeFile(join(folder, 'config.json'), JSON.stringify(config));
    await dropMissingTraces(folder);
    const offered: unknown = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
    expect(offered).toEqual({ ...config, traces: [trace('made')] });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the build is made again when a tool changes that its configuration imports', async () => {
  const root = resolve(import.meta.dirname, '../../..');
  const imported = new Set(['vite.config.ts']);
  for (const path of imported) {
    const code = await readFile(join(root, path), 'utf8');
    // Types leave no trace in a build.
    for (const [, specifier = ''] of code.matchAll(/^import (?!type ).*from '(\.[^']+)';$/gm))
      imported.add(`${join(dirname(path), specifier)}.ts`);
  }
  expect(imported.size).toBeGreaterThan(5);
  expect(BUILT_FROM).toEqual(expect.arrayContaining([...imported]));
});
