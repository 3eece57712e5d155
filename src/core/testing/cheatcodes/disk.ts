/**
 * The project's folder as a test sees it: what lies there, and over it what the test wrote. What is written stays in
 * memory and ends with the run: nothing ever reaches the folder.
 */

import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { DiskEntry } from '../host';

/** Returns the path from the root; undefined for one that leads out of it. */
export function insideOf({ project: { root } }: Vm, given: string): string | undefined {
  const text = given === root ? '' : given.startsWith(`${root}/`) ? given.slice(root.length + 1) : given;
  const parts: string[] = [];
  for (const part of text.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return text.startsWith('/') ? undefined : parts.join('/');
}

type Access = 'read' | 'write';

/** Returns whether the configuration allows access to a path from the root: the longest path that it names decides. */
export function isAllowed(vm: Vm, path: string, wanted: Access): boolean {
  let longest = -1;
  let allowed = false;
  for (const { access, path: folder } of vm.project.settings.permissions) {
    const own = folder === '/' ? '' : insideOf(vm, folder);
    if (own === undefined || (own !== '' && path !== own && !path.startsWith(`${own}/`))) continue;
    if (own.length < longest) continue;
    longest = own.length;
    allowed = access === wanted || access === 'read-write';
  }
  return allowed;
}

/** Returns the path from the root. Throws a `CheatError` where it may not be accessed so. */
export function allowedPath(vm: Vm, given: string, access: Access): string {
  const path = insideOf(vm, given);
  if (path === undefined || !isAllowed(vm, path, access))
    throw new CheatError(`the path ${path ?? given} is not allowed to be accessed for ${access} operations`);
  if (!vm.project.canRead) throw new CheatError('files of the project are not read here');
  return path;
}

const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Returns the folder that the test made or removed around a path, which hides what lies there; undefined where it did not. */
function hiddenBy({ kept }: Vm, path: string): string | undefined {
  for (let around = path; around !== ''; ) {
    around = parentOf(around);
    const written = kept.disk.get(around);
    if (written === 'folder' || written === 'none') return around;
  }
  return undefined;
}

/** Returns paths that must be known of the folder before an entry is: undefined where it is known. */
export function unknownPath(vm: Vm, path: string): string | undefined {
  if (vm.kept.disk.has(path) || hiddenBy(vm, path) !== undefined || vm.project.files.has(path)) return undefined;
  return path;
}

/** Returns what is at a path from the root, which is known. */
export function entryAt(vm: Vm, path: string): DiskEntry {
  const written = vm.kept.disk.get(path);
  if (written instanceof Uint8Array) return written;
  if (written === 'none') return undefined;
  const lies = written === 'folder' || hiddenBy(vm, path) !== undefined ? [] : vm.project.files.get(path);
  if (lies instanceof Uint8Array) return lies;
  if (written === undefined && (lies === undefined || hiddenBy(vm, path) !== undefined)) return undefined;
  const names = new Set<string>(lies);
  for (const [other, value] of vm.kept.disk) {
    if (other === '' || parentOf(other) !== path) continue;
    const name = nameOf(other);
    if (value === 'none') for (const gone of [name, `${name}/`]) names.delete(gone);
    else names.add(value === 'folder' ? `${name}/` : name);
  }
  return [...names].sort((a, b) => (plain(a) < plain(b) ? -1 : 1));
}

const plain = (name: string) => name.replace(/\/$/, '');

function failed(vm: Vm, what: string, path: string, reason: string): CheatError {
  return new CheatError(`failed to ${what} "${vm.project.root}/${path}": ${reason}`);
}

const ABSENT = 'No such file or directory (os error 2)';

/** Returns the bytes of a file. Throws a `CheatError` where there is none. */
export function readBytes(vm: Vm, path: string, what = 'read from'): Uint8Array {
  const entry = entryAt(vm, path);
  if (entry instanceof Uint8Array) return entry;
  throw failed(vm, what, path, entry === undefined ? ABSENT : 'Is a directory (os error 21)');
}

/** Throws a `CheatError`: forge follows a link before it looks whether it is one, so that only what leads nowhere could be read. */
export function refuseLink(vm: Vm, path: string): never {
  throw failed(vm, 'read from', path, entryAt(vm, path) === undefined ? ABSENT : 'Invalid argument (os error 22)');
}

/** Writes a file, in memory. Throws a `CheatError` where its folder does not exist. */
export function writeBytes(vm: Vm, path: string, bytes: Uint8Array): void {
  refuseConfiguration(path);
  const around = entryAt(vm, parentOf(path));
  if (around === undefined || around instanceof Uint8Array) throw failed(vm, 'write to', path, ABSENT);
  vm.kept.disk.set(path, bytes);
}

/** Throws a `CheatError` for the configuration of the project, which no test may change. */
export function refuseConfiguration(path: string): void {
  if (path.toLowerCase() === 'foundry.toml') throw new CheatError('access to `foundry.toml` is not allowed');
}

export function removeFile(vm: Vm, path: string): void {
  refuseConfiguration(path);
  readBytes(vm, path, 'remove file');
  vm.kept.disk.set(path, 'none');
}

/** Makes a folder, in memory, and those around it where `isDeep`. Throws a `CheatError` where that fails. */
export function makeFolder(vm: Vm, path: string, isDeep: boolean): void {
  const found = entryAt(vm, path);
  if (found !== undefined) {
    if (isDeep && !(found instanceof Uint8Array)) return;
    throw failed(vm, 'create directory', path, 'File exists (os error 17)');
  }
  const around = parentOf(path);
  if (entryAt(vm, around) === undefined) {
    if (!isDeep) throw failed(vm, 'create directory', path, ABSENT);
    makeFolder(vm, around, true);
  }
  vm.kept.disk.set(path, 'folder');
}

export function removeFolder(vm: Vm, path: string, isDeep: boolean): void {
  const found = entryAt(vm, path);
  if (found === undefined || found instanceof Uint8Array) throw failed(vm, 'remove directory', path, ABSENT);
  if (!isDeep && found.length > 0) throw failed(vm, 'remove directory', path, 'Directory not empty (os error 39)');
  for (const other of [...vm.kept.disk.keys()]) if (other.startsWith(`${path}/`)) vm.kept.disk.delete(other);
  vm.kept.disk.set(path, 'none');
}
