/** The program as it is packed: that it can be made at all, and begins. What the package does is the long suite `command`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../../tools/loupe/commands';
import { bundleLoupe } from '../../../tools/pack';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the program is bundled, and every command of it loads', { timeout: 300_000 }, async () => {
  await bundleLoupe(folder);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };
  const run = (...given: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'loupe.js'), ...given], {
      env,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const help = run('--help');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  for (const { name } of COMMANDS) expect(help.stdout).toContain(`  loupe ${name} `);
  expect(run('tx', '0x12')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'The hash of a transaction is 0x and 64 hex digits.\n',
  });
});
