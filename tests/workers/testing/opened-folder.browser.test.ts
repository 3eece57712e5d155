/** A folder that the browser opened, as tests of contracts read it: in the browser's own file system. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectFolder } from '../../../src/app/views/testing/build-folder';
import { KeptProjects } from '../../../src/workers/testing/kept-project';
import { readingOf } from '../../../src/workers/testing/opened-folder';

let outer: FileSystemDirectoryHandle;

beforeEach(async () => {
  outer = await (await navigator.storage.getDirectory()).getDirectoryHandle('outer', { create: true });
  await write(outer, 'secret.txt', 'outside');
  const project = await outer.getDirectoryHandle('project', { create: true });
  await write(project, 'foundry.toml', '');
  await write(await project.getDirectoryHandle('data', { create: true }), 'a.json', '{"a":1}');
});
afterEach(async () => {
  await (await navigator.storage.getDirectory()).removeEntry('outer', { recursive: true });
});

async function write(folder: FileSystemDirectoryHandle, name: string, text: string): Promise<void> {
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await writable.write(text);
  await writable.close();
}

const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

test('tests read files and names inside the folder, and nothing around it', async () => {
  const { readFile, readFolder } = await readingOf(await outer.getDirectoryHandle('project'));
  expect(textOf(await readFile?.('data/a.json'))).toBe('{"a":1}');
  expect((await readFolder?.(''))?.toSorted()).toEqual(['data/', 'foundry.toml']);
  expect(await readFolder?.('data')).toEqual(['a.json']);
  for (const path of ['../secret.txt', 'data/../../secret.txt', 'data', 'data/b.json', ''])
    expect(await readFile?.(path)).toBeUndefined();
  for (const path of ['..', 'data/a.json', 'none']) expect(await readFolder?.(path)).toBeUndefined();
});

test('a project without a folder, or with one that may not be read, has no files beside its build', async () => {
  expect(await readingOf(undefined)).toEqual({});
  const folder = await outer.getDirectoryHandle('project');
  Object.assign(folder, { queryPermission: async () => 'prompt' });
  expect(await readingOf(folder)).toEqual({});
});

test('the folder that was kept with a project is the one that its tests read', async () => {
  const folder = await projectFolder(outer, 'outer/project/');
  expect(folder?.name).toBe('project');
  expect(await projectFolder(outer, 'outer/gone/')).toBeUndefined();
  const { readFile } = await new KeptProjects().surroundings(folder === undefined ? {} : { folder });
  expect(textOf(await readFile?.('data/a.json'))).toBe('{"a":1}');
});
