/** Cheatcodes on files: inside of the project's folder, where its configuration allows it, and nowhere else. */

import { bytesToString, decodeAbiParameters, type Hex, parseAbiParameters, stringToBytes } from 'viem';
import { selectorOf } from '../../abi/signature';
import { bytesToHex, hexToBytes } from '../../chain/hex';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';
import {
  allowedPath,
  entryAt,
  insideOf,
  isAllowed,
  makeFolder,
  readBytes,
  refuseConfiguration,
  refuseLink,
  removeFile,
  removeFolder,
  unknownPath,
  writeBytes,
} from './disk';

/** File that `forge bind-json` writes where nothing else is configured. */
export const BINDINGS = 'utils/JsonBindings.sol';

/** Cheatcodes that look at the folder, and which of their arguments are paths, or their path. */
const PATHS: Readonly<Record<string, readonly (number | string)[]>> = {
  'readFile(string)': [0],
  'readFileBinary(string)': [0],
  'readLine(string)': [0],
  'readLink(string)': [0],
  'isFile(string)': [0],
  'isDir(string)': [0],
  'exists(string)': [0],
  'fsMetadata(string)': [0],
  'copyFile(string,string)': [0, 1],
  'createDir(string,bool)': [0],
  'removeDir(string,bool)': [0],
  'removeFile(string)': [0],
  'writeFile(string,string)': [0],
  'writeFileBinary(string,bytes)': [0],
  'writeLine(string,string)': [0],
  'writeJson(string,string)': [1],
  'writeJson(string,string,string)': [1],
  'writeToml(string,string)': [1],
  'writeToml(string,string,string)': [1],
  'readDir(string)': [0],
  'readDir(string,uint64)': [0],
  'readDir(string,uint64,bool)': [0],
  'getCode(string)': [0],
  'getDeployedCode(string)': [0],
  'dumpState(string)': [0],
  'loadAllocs(string)': [0],
  'eip712HashType(string)': [BINDINGS],
  'eip712HashType(string,string)': [0],
  'eip712HashStruct(string,bytes)': [BINDINGS],
  'eip712HashStruct(string,string,bytes)': [0],
};
let bySelector: ReadonlyMap<string, readonly [string, readonly (number | string)[]]> | undefined;

/** Returns the path of the file or folder that the call of a cheatcode looks at and that is not known yet; undefined otherwise. */
export function wantedFile(vm: Vm, input: Uint8Array): string | undefined {
  bySelector ??= new Map(Object.entries(PATHS).map((entry) => [selectorOf(entry[0]), entry]));
  const [signature, places] = bySelector.get(bytesToHex(input.subarray(0, 4))) ?? [];
  if (signature === undefined || places === undefined || !vm.project.canRead) return undefined;
  try {
    const types = parseAbiParameters(signature.slice(signature.indexOf('(') + 1, -1));
    const args = decodeAbiParameters(types, input.slice(4)) as readonly unknown[];
    const depth = signature.startsWith('readDir') ? Number(args[1] ?? 1) : 0;
    for (const at of places) {
      const path = insideOf(vm, typeof at === 'string' ? at : String(args[at]));
      const isCode = /Code/.test(signature);
      if (path === undefined || (isCode && !path.endsWith('.json'))) continue;
      if (!isAllowed(vm, path, 'read') && !isAllowed(vm, path, 'write')) continue;
      const wanted = unknownAround(vm, path) ?? unknownBelow(vm, path, depth);
      if (wanted !== undefined) return wanted;
    }
  } catch {
    // What cannot be decoded is refused when it is answered.
  }
  return undefined;
}

function unknownAround(vm: Vm, path: string): string | undefined {
  const parts = path.split('/');
  for (let length = 0; length <= parts.length; length++) {
    const wanted = unknownPath(vm, parts.slice(0, length).join('/'));
    if (wanted !== undefined) return wanted;
  }
  return undefined;
}

function unknownBelow(vm: Vm, path: string, depth: number): string | undefined {
  const wanted = unknownPath(vm, path);
  const entry = wanted === undefined ? entryAt(vm, path) : undefined;
  if (depth <= 0 || entry === undefined || entry instanceof Uint8Array) return wanted;
  for (const name of entry)
    if (name.endsWith('/')) {
      const unknown = unknownBelow(vm, below(path, name.slice(0, -1)), depth - 1);
      if (unknown !== undefined) return unknown;
    }
  return undefined;
}

/** Returns the path of what is in a folder; the root is the empty one. */
const below = (path: string, name: string) => (path === '' ? name : `${path}/${name}`);

const reads = (vm: Vm, given: string) => readBytes(vm, allowedPath(vm, given, 'read'));
const found = (vm: Vm, given: string) => entryAt(vm, allowedPath(vm, given, 'read'));

/** Returns the bytes of a file of the project; undefined where there is none. Throws a `CheatError` where it may not be read. */
export function fileOf(vm: Vm, given: string): Uint8Array | undefined {
  const entry = found(vm, given);
  return entry instanceof Uint8Array ? entry : undefined;
}

/** Writes a file as a cheatcode does, in memory. Throws a `CheatError` where it may not be written. */
export function writeFile(vm: Vm, given: string, bytes: Uint8Array): void {
  writeBytes(vm, allowedPath(vm, given, 'write'), bytes);
}

function readLine(vm: Vm, given: string): string {
  const path = allowedPath(vm, given, 'read');
  const bytes = readBytes(vm, path, 'open file');
  const from = vm.kept.openFiles.get(path) ?? 0;
  const end = bytes.indexOf(10, from);
  const next = end < 0 ? bytes.length : end + 1;
  vm.kept.openFiles.set(path, next);
  return bytesToString(bytes.slice(from, next)).replace(/\r?\n$/, '');
}

function writeLine(vm: Vm, given: string, line: string): void {
  const path = allowedPath(vm, given, 'write');
  refuseConfiguration(path);
  const before = entryAt(vm, path);
  const held = before instanceof Uint8Array ? before : [];
  writeBytes(vm, path, Uint8Array.from([...held, ...stringToBytes(`${line}\n`)]));
}

function copy(vm: Vm, from: string, to: string): bigint {
  const bytes = reads(vm, from);
  writeFile(vm, to, bytes);
  return BigInt(bytes.length);
}

/** Times are not known here, as on platforms that have none. */
function metadata(vm: Vm, given: string): readonly unknown[] {
  const entry = found(vm, given);
  if (entry === undefined) throw new CheatError('No such file or directory (os error 2)');
  const isFolder = !(entry instanceof Uint8Array);
  return [isFolder, false, isFolder ? 0n : BigInt(entry.length), false, 0n, 0n, 0n];
}

function list(vm: Vm, given: string, depth: number): unknown[] {
  const root = allowedPath(vm, given, 'read');
  const entries: unknown[] = [];
  const walk = (path: string, level: number): void => {
    const entry = entryAt(vm, path);
    if (level > depth || entry === undefined || entry instanceof Uint8Array) return;
    for (const name of entry) {
      const isFolder = name.endsWith('/');
      const at = below(path, isFolder ? name.slice(0, -1) : name);
      entries.push(['', `${vm.project.root}/${at}`, BigInt(level), isFolder, false]);
      if (isFolder) walk(at, level + 1);
    }
  };
  walk(root, 1);
  return entries;
}

const ENTRY = '(string,string,uint64,bool,bool)';
const METADATA = '(bool,bool,uint256,bool,uint256,uint256,uint256)';

export const FILES: Cheatcodes = {
  'readFile(string)(string)': (vm, [path]: [string]) => bytesToString(reads(vm, path)),
  'readFileBinary(string)(bytes)': (vm, [path]: [string]) => bytesToHex(reads(vm, path)),
  'readLine(string)(string)': (vm, [path]: [string]) => readLine(vm, path),
  'closeFile(string)': (vm, [path]: [string]) => {
    vm.kept.openFiles.delete(allowedPath(vm, path, 'read'));
  },
  'readLink(string)(string)': (vm, [path]: [string]) => refuseLink(vm, allowedPath(vm, path, 'read')),
  'isFile(string)(bool)': (vm, [path]: [string]) => found(vm, path) instanceof Uint8Array,
  'isDir(string)(bool)': (vm, [path]: [string]) => Array.isArray(found(vm, path)),
  'exists(string)(bool)': (vm, [path]: [string]) => found(vm, path) !== undefined,
  [`fsMetadata(string)(${METADATA})`]: (vm, [path]: [string]) => metadata(vm, path),
  [`readDir(string)(${ENTRY}[])`]: (vm, [path]: [string]) => list(vm, path, 1),
  [`readDir(string,uint64)(${ENTRY}[])`]: (vm, [path, depth]: [string, bigint]) => list(vm, path, Number(depth)),
  [`readDir(string,uint64,bool)(${ENTRY}[])`]: (vm, [path, depth]: [string, bigint]) => list(vm, path, Number(depth)),
  'writeFile(string,string)': (vm, [path, text]: [string, string]) => writeFile(vm, path, stringToBytes(text)),
  'writeFileBinary(string,bytes)': (vm, [path, data]: [string, Hex]) => writeFile(vm, path, hexToBytes(data)),
  'writeLine(string,string)': (vm, [path, line]: [string, string]) => writeLine(vm, path, line),
  'copyFile(string,string)(uint64)': (vm, [from, to]: [string, string]) => copy(vm, from, to),
  'removeFile(string)': (vm, [given]: [string]) => {
    const path = allowedPath(vm, given, 'write');
    vm.kept.openFiles.delete(path);
    removeFile(vm, path);
  },
  'createDir(string,bool)': (vm, [path, isDeep]: [string, boolean]) =>
    makeFolder(vm, allowedPath(vm, path, 'write'), isDeep),
  'removeDir(string,bool)': (vm, [path, isDeep]: [string, boolean]) =>
    removeFolder(vm, allowedPath(vm, path, 'write'), isDeep),
};
