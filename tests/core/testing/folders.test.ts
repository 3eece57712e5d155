/** Folders are listed as forge 1.7.1 lists them: paths, order and gas are its output for these files. */
import { expect, test } from 'vitest';
import { runTests } from '../../../src/core/testing/run-tests';
import { fixtureBuild, fixtureProject, HOST } from './fixture-project';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '': ['foundry.toml', 'notes/', 'src/'],
  notes: ['a.txt', 'more/'],
  'notes/more': ['b.txt', 'deep/'],
  'notes/more/deep': ['c.txt'],
  src: ['Folders.t.sol', 'cache/', 'out/'],
  'src/cache': [],
  'src/out': [],
};

test('a folder of the project and its root are listed to their depth', async () => {
  const settings = '[profile.default]\nfs_permissions = [{ access = "read", path = "./" }]';
  const project = await fixtureProject(settings, fixtureBuild('Folders.t.sol'));
  const host = {
    ...HOST,
    root: '/tmp/dirs',
    readFile: async () => undefined,
    readFolder: async (path: string) => FOLDERS[path],
  };
  const [suite] = await runTests(project, project.suites, host);
  expect(suite?.tests.map(({ signature, reason, gas }) => [signature, reason, gas])).toEqual([
    [
      'test_below()',
      ' /tmp/dirs/notes/a.txt /tmp/dirs/notes/more/ /tmp/dirs/notes/more/b.txt /tmp/dirs/notes/more/deep/',
      18_926,
    ],
    [
      'test_root()',
      ' /tmp/dirs/foundry.toml /tmp/dirs/notes/ /tmp/dirs/notes/a.txt /tmp/dirs/notes/more/ /tmp/dirs/src/' +
        ' /tmp/dirs/src/Folders.t.sol /tmp/dirs/src/cache/ /tmp/dirs/src/out/',
      33_258,
    ],
  ]);
}, 60_000);

test.each([
  ['notes', ['notes']],
  ['./notes/', ['notes']],
  ['./src/../notes', ['notes']],
  ['/tmp/dirs/notes', ['notes']],
  ['/notes', []],
  ['.notes/', ['hidden']],
  ['./.notes', ['hidden']],
  ['./', ['around', 'hidden', 'notes']],
  ['/', ['around', 'hidden', 'notes']],
])(
  'a permission for %s allows what forge allows',
  async (path, allowed) => {
    const settings = `[profile.default]\nfs_permissions = [{ access = "read", path = "${path}" }]`;
    const project = await fixtureProject(settings, fixtureBuild('Allowed.t.sol'));
    const host = { ...HOST, root: '/tmp/dirs', readFile: async () => new Uint8Array(0) };
    const [suite] = await runTests(project, project.suites, host);
    const passed = suite?.tests.filter(({ status }) => status === 'passed') ?? [];
    expect(passed.map(({ signature }) => signature.slice('test_'.length, -2))).toEqual(allowed);
  },
  60_000,
);
