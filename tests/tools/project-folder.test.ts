/** Nothing outside of a project's folder is read or written. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectFiles, readInside, writeInside } from '../../tools/project-folder';

test('a path or a link that leads out of the folder reads nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-inside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'project');
  mkdirSync(root);
  writeFileSync(join(folder, 'secret'), 'secret');
  writeFileSync(join(root, 'own'), 'own');
  symlinkSync(join(folder, 'secret'), join(root, 'link'));
  expect(new TextDecoder().decode(await readInside(root, 'own'))).toBe('own');
  for (const path of ['../secret', 'link', join(folder, 'secret'), '.', 'nowhere'])
    expect(await readInside(root, path)).toBeUndefined();
});

test('of a build, links that lead out of the folder, around in it or nowhere are passed over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-inside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'project');
  mkdirSync(join(root, 'out'), { recursive: true });
  mkdirSync(join(folder, 'other'));
  for (const path of ['other/Other.json', 'project/out/Own.json', 'settings.toml'])
    writeFileSync(join(folder, path), '{}');
  symlinkSync(join(folder, 'settings.toml'), join(root, 'foundry.toml'));
  symlinkSync(join(folder, 'other'), join(root, 'artifacts'));
  symlinkSync(join(folder, 'other/Other.json'), join(root, 'out/Link.json'));
  symlinkSync(join(folder, 'nowhere.json'), join(root, 'out/Nowhere.json'));
  symlinkSync(join(folder, 'other'), join(root, 'out/folder'));
  symlinkSync('..', join(root, 'out/loop'));
  mkdirSync(join(root, 'out/Folder.json'));
  expect((await projectFiles(root)).map(({ path }) => path)).toEqual(['out/Own.json']);
});

test('output of a build is read where the configuration says that it lies', async () => {
  const root = mkdtempSync(join(tmpdir(), 'loupe-inside-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['out', 'build/forge']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'foundry.toml'), '[profile.default]\nout = "build/forge"\nextends = "base.toml"');
  writeFileSync(join(root, 'base.toml'), '');
  for (const path of ['out/Old.json', 'build/Other.json', 'build/forge/Own.json'])
    writeFileSync(join(root, path), '{}');
  expect((await projectFiles(root)).map(({ path }) => path)).toEqual([
    'foundry.toml',
    'base.toml',
    'build/forge/Own.json',
  ]);
});

test('a file is written where no link leads out of the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-inside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'project');
  mkdirSync(root);
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/file'), 'of another');
  symlinkSync(join(folder, 'other'), join(root, 'cache'));
  symlinkSync(join(folder, 'other/file'), join(root, 'link'));
  symlinkSync(join(folder, 'other/new'), join(root, 'nowhere'));
  for (const path of ['cache/kept.json', 'cache/deep/kept.json', 'cache/file', 'link', 'nowhere', '../kept.json'])
    expect(writeInside(root, path, 'ours')).toBe(false);
  expect(readFileSync(join(folder, 'other/file'), 'utf8')).toBe('of another');
  for (const path of ['other/kept.json', 'other/deep', 'other/new', 'kept.json'])
    expect(existsSync(join(folder, path))).toBe(false);
  expect(writeInside(root, 'own/deep/kept.json', 'ours')).toBe(true);
  expect(readFileSync(join(root, 'own/deep/kept.json'), 'utf8')).toBe('ours');
});
