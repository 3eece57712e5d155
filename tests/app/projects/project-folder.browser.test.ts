/** The folder of a project, in the browser's own file system. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followFolder } from '../../../src/app/folder-access';
import { stepFolder } from '../../../src/app/views/projects/project-folder';
import { eventually } from '../../helpers/eventually';

const NAME = 'harbor.loupe-project.json';
const limit = 1_000;
let folder: FileSystemDirectoryHandle;

beforeEach(async () => {
  const root = await navigator.storage.getDirectory();
  folder = await root.getDirectoryHandle('project', { create: true });
});
afterEach(async () => {
  await (await navigator.storage.getDirectory()).removeEntry('project', { recursive: true });
});

const read = async () => (await (await folder.getFileHandle(NAME)).getFile()).text();
async function writeAsSomebodyElse(text: string): Promise<void> {
  const writable = await (await folder.getFileHandle(NAME, { create: true })).createWritable();
  await writable.write(text);
  await writable.close();
}

test('what changes here is written, and what is the same is not', async () => {
  const step = (ours: string, known?: string) => stepFolder(folder, NAME, { ours, known, limit });
  expect(await step('one')).toEqual({ state: 'inStep', written: true });
  expect(await step('one', 'one')).toEqual({ state: 'inStep', written: false });
  expect(await step('shorter', 'one')).toEqual({ state: 'inStep', written: true });
  expect(await step('2', 'shorter')).toEqual({ state: 'inStep', written: true });
  expect(await read()).toBe('2');
});

test('what somebody else wrote is told and left as it is, whether this side changed or not', async () => {
  await writeAsSomebodyElse('theirs');
  const told = { state: 'theirs', text: 'theirs' };
  expect(await stepFolder(folder, NAME, { ours: 'ours', known: undefined, limit })).toEqual(told);
  expect(await stepFolder(folder, NAME, { ours: 'ours', known: 'ours', limit })).toEqual(told);
  expect(await stepFolder(folder, NAME, { ours: 'newer', known: 'ours', limit })).toEqual(told);
  expect(await read()).toBe('theirs');
  // Once the reader took it over, or said that it is to go, it is known.
  expect(await stepFolder(folder, NAME, { ours: 'merged', known: 'theirs', limit })).toMatchObject({ written: true });
  expect(await read()).toBe('merged');
});

test('a file that was deleted is written again, and a folder that is gone says so', async () => {
  await stepFolder(folder, NAME, { ours: 'one', known: undefined, limit });
  await folder.removeEntry(NAME);
  expect(await stepFolder(folder, NAME, { ours: 'one', known: 'one', limit })).toMatchObject({ written: true });
  await writeAsSomebodyElse('x'.repeat(limit + 1));
  expect(await stepFolder(folder, NAME, { ours: 'one', known: 'one', limit })).toMatchObject({ state: 'refused' });
  const root = await navigator.storage.getDirectory();
  await root.removeEntry('project', { recursive: true });
  const gone = await stepFolder(folder, NAME, { ours: 'two', known: 'one', limit });
  expect(gone).toMatchObject({ state: 'refused' });
  await root.getDirectoryHandle('project', { create: true });
});

test('a change in the folder is told of, with the interval and where the browser has an observer without it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let looks = 0;
  const stop = followFolder(folder, () => looks++);
  try {
    vi.advanceTimersByTime(3_000);
    expect(looks).toBe(1);
    if ('FileSystemObserver' in globalThis) {
      // Observing begins a moment after it is asked for.
      await eventually(async () => {
        await writeAsSomebodyElse('theirs');
        expect(looks).toBeGreaterThan(1);
      });
    }
    stop();
    const before = looks;
    vi.advanceTimersByTime(9_000);
    expect(looks).toBe(before);
  } finally {
    stop();
    vi.useRealTimers();
  }
});
