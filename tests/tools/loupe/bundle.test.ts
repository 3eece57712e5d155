/** The program as it is packed: that it can be made at all, and begins. What the package does is the long suite `command`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../tools/loupe/commands';
import { bundleLoupe } from '../../../tools/pack';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-bundle-'));
  await bundleLoupe(folder);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a line of the shell, in which `$LOUPE` is the program. */
function shell(line: string, more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), ...more };
  const LOUPE = `${process.execPath} ${join(folder, 'loupe.js')}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: folder,
    env: { ...env, LOUPE },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

test('every command of the bundle loads', () => {
  const help = shell('$LOUPE --help');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  for (const { name } of COMMANDS) expect(help.stdout).toContain(`  loupe ${name} `);
  expect(shell('$LOUPE tx 0x12')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'The hash of a transaction is 0x and 64 hex digits.\n',
  });
});

test('in a folder that was removed it says so', () => {
  expect(shell('mkdir gone && cd gone && rmdir ../gone && $LOUPE tx 0x12')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'The working directory is not there any more.\n',
  });
});

describe.skipIf(process.platform !== 'linux')('where nothing can be written', () => {
  test('a full device is told', () => {
    expect(shell('$LOUPE --help > /dev/full')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'The output cannot be written: ENOSPC: no space left on device.\n',
    });
    expect(shell('$LOUPE --help | head -1')).toMatchObject({ status: 0, stderr: '' });
  });

  test('compiled code is kept nowhere', () => {
    expect(shell('$LOUPE --help', { XDG_CACHE_HOME: '/proc/nowhere' })).toMatchObject({ status: 0, stderr: '' });
  });
});
