/** Files of a project that cannot be read: a sentence names them, and the others are read. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
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
    err: '/dev/zero: the file does not end, and at most 536,870,912 bytes are read.\n',
  });
});

test('a file that is too large is told with its size, and not read', async () => {
  const large = join(project, 'large.json');
  writeFileSync(large, '');
  truncateSync(large, 3 * 2 ** 30);
  const said = 'the file has 3,221,225,472 bytes, and at most 536,870,912 are read.\n';
  const address = `0x${'12'.repeat(20)}`;
  for (const [given, err] of [
    [['open', large], `${large}: ${said}`],
    [['verify', address, 'large.json'], `large.json: ${said}`],
    [['simulate', 'large.json'], expect.stringContaining(`large.json: ${said}`)],
    [['watch', large], `${large}: ${said}`],
    [['check', 'large.json', '--against', 'large.json'], `--against: large.json: ${said}`],
    [['decode', SELECTOR, '--sources', 'large.json'], expect.stringContaining(said.replace('.\n', '.)'))],
  ] as const)
    expect([given[0], await loupe(given, project)]).toEqual([given[0], { code: 2, out: expect.any(String), err }]);
});

test.each([
  ['UTF-8', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, big end first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('a text with a mark is read: %s', async (_, encode) => {
  const blocks = [{ steps: [{ from: `0x${'12'.repeat(20)}`, to: `0x${'34'.repeat(20)}`, value: '0' }] }];
  const simulation = JSON.stringify({ format: 'loupe-simulation', version: 1, network: '31337', blocks });
  writeFileSync(join(project, 'plain.json'), simulation);
  writeFileSync(join(project, 'marked.json'), encode(simulation));
  const plain = await loupe(['simulate', 'plain.json'], project);
  const marked = await loupe(['simulate', 'marked.json'], project);
  expect(marked.err.replaceAll('marked', 'plain')).toBe(plain.err);
  expect([marked.code, marked.err]).toEqual([2, expect.not.stringContaining('no simulation')]);
});
