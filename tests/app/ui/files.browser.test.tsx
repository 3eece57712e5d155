import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { MAX_FILES, type Picked, pickedOf, readDropped } from '../../../src/app/ui/dropped-files';
import { FileDrop } from '../../../src/app/ui/FileDrop';
import { BUILD_FILES } from '../../../src/app/views/testing/build-folder';
import { eventually } from '../../helpers/eventually';
import { mount } from './mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => page?.unmount());
const one = <Kind extends HTMLElement>(selector: string) => page?.element.querySelector<Kind>(selector) as Kind;

function show(): Picked[] {
  const picked: Picked[] = [];
  page = mount(
    <FileDrop label="Sources" title="Drop here" accept=".sol" multiple folders onPick={(files) => picked.push(files)}>
      Any folder.
    </FileDrop>,
  );
  return picked;
}

function dropOf(...files: File[]): DragEvent {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  return new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
}

test('files that are dropped are read, and the page does not leave for them', async () => {
  const picked = show();
  const drop = dropOf(new File(['a'], 'A.sol'), new File(['b'], 'B.sol'));
  expect(one('section').dispatchEvent(drop)).toBe(false);
  await eventually(() => expect(picked).toHaveLength(1));
  expect(picked[0]?.files.map(({ path }) => path)).toEqual(['A.sol', 'B.sol']);
  expect(await picked[0]?.files[0]?.file.text()).toBe('a');
});

test('the place lights up while something is dragged over it, across its own parts too', () => {
  show();
  const place = one('section');
  const drag = (type: string, target: HTMLElement) => target.dispatchEvent(new DragEvent(type, { bubbles: true }));
  const plain = place.className;
  drag('dragenter', place);
  drag('dragenter', one('p'));
  drag('dragleave', place);
  return eventually(() => expect(place.className).not.toBe(plain)).then(async () => {
    drag('dragleave', one('p'));
    await eventually(() => expect(place.className).toBe(plain));
  });
});

test('the buttons open pickers, for files and for a folder, from the keyboard', async () => {
  const picked = show();
  const inputs = [...(page?.element.querySelectorAll('input') ?? [])];
  expect(inputs.map((input) => input.getAttribute('aria-label'))).toEqual(['Sources', 'Sources, a folder']);
  expect(inputs.map((input) => input.webkitdirectory)).toEqual([false, true]);
  let opened = 0;
  for (const input of inputs) {
    input.click = () => {
      opened++;
    };
  }
  one('button').focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(opened).toBe(2);
  await userEvent.upload(inputs[0] as HTMLInputElement, new File(['a'], 'A.sol'));
  await eventually(() => expect(picked[0]?.files[0]?.path).toBe('A.sol'));
  expect(inputs[0]?.value).toBe('');
});

test('folders of dependencies are left out, and no more files are taken than can be read', () => {
  const named = (path: string) => Object.defineProperty(new File([''], 'x'), 'webkitRelativePath', { value: path });
  const list = [
    named('project/src/A.sol'),
    named('project/node_modules/dep/B.sol'),
    named('project/.git/HEAD'),
    ...Array.from({ length: MAX_FILES + 2 }, (_, index) => named(`project/src/${index}.sol`)),
  ];
  const { files, skipped } = pickedOf(list as unknown as FileList);
  expect(files).toHaveLength(MAX_FILES);
  expect(files[0]?.path).toBe('project/src/A.sol');
  expect(files.some(({ path }) => path.includes('node_modules'))).toBe(false);
  expect(skipped).toBe(3);
});

test('sources of dependencies are taken where they are wanted, after those of the project', () => {
  const named = (path: string) => Object.defineProperty(new File([''], 'x'), 'webkitRelativePath', { value: path });
  const list = ['project/node_modules/dep/B.sol', 'project/node_modules/dep/index.js', 'project/src/A.sol'].map(named);
  const { files } = pickedOf(list as unknown as FileList, { dependencies: /\.sol$/ });
  expect(files.map(({ path }) => path)).toEqual(['project/src/A.sol', 'project/node_modules/dep/B.sol']);
});

test('a build is found behind more files than are read of a folder', () => {
  const named = (path: string) => Object.defineProperty(new File([''], 'x'), 'webkitRelativePath', { value: path });
  const others = Array.from({ length: MAX_FILES }, (_, index) => named(`project/lib/dep/src/${index}.json`));
  const list = [
    ...others,
    named('project/foundry.toml'),
    named('project/out/A.sol/A.json'),
    named('project/src/A.sol'),
  ];
  const { files, skipped } = pickedOf(list, { wanted: BUILD_FILES });
  expect(files.map(({ path }) => path)).toEqual(['project/foundry.toml', 'project/out/A.sol/A.json']);
  expect(skipped).toBe(0);
});

test('of folders that are dropped, only those are opened that may hold what is wanted', async () => {
  const opened: string[] = [];
  const root = entryOf('/project', {
    'foundry.toml': '',
    src: { 'A.sol': '' },
    lib: { dep: { 'base.toml': '', src: { 'package.json': '' } } },
    node_modules: { dep: { 'package.json': '' } },
    out: { 'A.sol': { 'A.json': '' }, 'build-info': { 'ab.json': '' } },
  });
  const { files } = await readDropped({ files: [], entries: [root] }, { wanted: BUILD_FILES });
  expect(files.map(({ path }) => path)).toEqual([
    'project/foundry.toml',
    'project/lib/dep/base.toml',
    'project/out/A.sol/A.json',
    'project/out/build-info/ab.json',
  ]);
  expect(opened).not.toContain('/project/lib/dep/src');
  expect(opened).not.toContain('/project/node_modules');

  /** An entry as a drop hands it in: a text is a file. */
  function entryOf(fullPath: string, content: Content): FileSystemEntry {
    const name = fullPath.slice(fullPath.lastIndexOf('/') + 1);
    if (typeof content === 'string') {
      const file = (resolve: (file: File) => void) => resolve(new File([content], name));
      return { fullPath, name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
    }
    const createReader = () => {
      opened.push(fullPath);
      const waiting = [Object.entries(content).map(([below, its]) => entryOf(`${fullPath}/${below}`, its)), []];
      return { readEntries: (resolve: (entries: FileSystemEntry[]) => void) => resolve(waiting.shift() ?? []) };
    };
    return { fullPath, name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
  }
});

type Content = string | { [name: string]: Content };
