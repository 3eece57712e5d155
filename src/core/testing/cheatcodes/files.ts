/** Cheatcodes that read files: inside of the project's folder, where its configuration allows it, and nowhere else. */

import { bytesToString, decodeAbiParameters } from 'viem';
import { selectorOf } from '../../abi/signature';
import { bytesToHex } from '../../chain/hex';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

const READS = ['readFile(string)', 'readFileBinary(string)', 'isFile(string)', 'exists(string)'];
let selectors: ReadonlySet<string> | undefined;

/** Returns the path of the file that the call of a cheatcode reads and that was not read yet; undefined otherwise. */
export function wantedFile(vm: Vm, input: Uint8Array): string | undefined {
  selectors ??= new Set(READS.map(selectorOf));
  if (!selectors.has(bytesToHex(input.subarray(0, 4))) || !vm.project.canRead) return undefined;
  try {
    const [given] = decodeAbiParameters([{ type: 'string' }], input.slice(4));
    const path = insideOf(vm, given);
    return path === undefined || !isAllowed(vm, path) || vm.project.files.has(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The path from the root; undefined for one that leads out of it. */
function insideOf({ project: { root } }: Vm, given: string): string | undefined {
  const text = given === root ? '' : given.startsWith(`${root}/`) ? given.slice(root.length + 1) : given;
  const parts: string[] = [];
  for (const part of text.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return text.startsWith('/') ? undefined : parts.join('/');
}

function isAllowed({ project: { settings } }: Vm, path: string): boolean {
  let longest = -1;
  let allowed = false;
  for (const { access, path: folder } of settings.permissions) {
    const own = folder.replace(/^\.?\/?/, '').replace(/\/$/, '');
    if (own !== '' && path !== own && !path.startsWith(`${own}/`)) continue;
    if (own.length < longest) continue;
    longest = own.length;
    allowed = /^(read|read-write)$/.test(access);
  }
  return allowed;
}

function read(vm: Vm, given: string): Uint8Array | undefined {
  const path = insideOf(vm, given);
  if (path === undefined || !isAllowed(vm, path))
    throw new CheatError(`the path ${given} is not allowed to be accessed for read operations`);
  if (!vm.project.canRead) throw new CheatError('files of the project are not read here');
  return vm.project.files.get(path);
}

function readWhole(vm: Vm, path: string): Uint8Array {
  const bytes = read(vm, path);
  if (bytes === undefined)
    throw new CheatError(`failed to read from "${path}": No such file or directory (os error 2)`);
  return bytes;
}

export const FILES: Cheatcodes = {
  'readFile(string)(string)': (vm, [path]: [string]) => bytesToString(readWhole(vm, path)),
  'readFileBinary(string)(bytes)': (vm, [path]: [string]) => bytesToHex(readWhole(vm, path)),
  'isFile(string)(bool)': (vm, [path]: [string]) => read(vm, path) !== undefined,
  'exists(string)(bool)': (vm, [path]: [string]) => read(vm, path) !== undefined,
};
