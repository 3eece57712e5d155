/** Files of a project that cannot be read: a sentence names them, and the others are read. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { loupe } from '../../helpers/loupe';

/** Whether this user may read everything, as root may. */
const mayReadAll = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-unreadable-'));
  try {
    writeFileSync(join(folder, 'locked'), '', { mode: 0 });
    readFileSync(join(folder, 'locked'));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();
/** Reading it fails with EIO, for root as well. */
const BROKEN = '/proc/self/mem';
const SELECTOR = '0xa01e3726'; // only(), as `cast sig` says
const BUILD = { abi: [{ type: 'function', name: 'only', inputs: [], outputs: [], stateMutability: 'view' }] };

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'loupe-unreadable-'));
  mkdirSync(join(project, 'out/Only.sol'), { recursive: true });
  writeFileSync(join(project, 'foundry.toml'), '');
  writeFileSync(join(project, 'out/Only.sol/Only.json'), JSON.stringify({ ...BUILD, bytecode: { object: '0x00' } }));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
});

test('links that lead nowhere or around take no name away', async () => {
  symlinkSync('nowhere.json', join(project, 'out/Gone.json'));
  symlinkSync('..', join(project, 'out/around'));
  symlinkSync('Round.json', join(project, 'out/Round.json'));
  const { code, out, err } = await loupe(['decode', SELECTOR], project);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('only()');
});

test.skipIf(process.platform !== 'linux')(
  'a file that cannot be read is named, and the others give names',
  async () => {
    symlinkSync(BROKEN, join(project, 'out/Broken.json'));
    const { code, out, err } = await loupe(['decode', SELECTOR], project);
    expect([code, err]).toEqual([0, `${project}/out/Broken.json: the file is not there, or cannot be read.\n`]);
    expect(out).toContain('only()');
    expect(await loupe(['decode', SELECTOR, '--sources', 'out/Broken.json'], project)).toEqual({
      code: 2,
      out: '',
      err: `There is no build output at out/Broken.json (${project}/out/Broken.json: the file is not there, or cannot be read.).\n`,
    });
  },
);

test.skipIf(mayReadAll).each(['foundry.toml', 'out/Only.sol', 'out'])(
  'tests are not run where %s is somebody else’s',
  async (path) => {
    chmodSync(join(project, path), 0);
    onTestFinished(() => chmodSync(join(project, path), 0o755));
    expect(await loupe(['test'], project)).toEqual({
      code: 2,
      out: '',
      err: `${path}: the file is not there, or cannot be read.\n`,
    });
  },
);

test.skipIf(mayReadAll)('of a build, one that is somebody else’s is named', async () => {
  const path = 'out/Only.sol/Only.json';
  chmodSync(join(project, path), 0);
  const { code, err } = await loupe(['test'], project);
  expect(code).toBe(2);
  expect(err).toContain(`${path} cannot be read.\n`);
});

test.runIf(process.platform === 'linux')('a file without an end is told in a sentence', async () => {
  expect(await loupe(['open', '/dev/zero'])).toEqual({
    code: 2,
    out: '',
    err: '/dev/zero: the file is not there, or cannot be read.\n',
  });
});
