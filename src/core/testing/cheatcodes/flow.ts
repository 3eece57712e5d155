/** Cheatcodes about the run itself: assumptions, skipping, names, and small helpers. */

import { fromRlp, getContractAddress, getCreate2Address, namehash, stringToBytes, toRlp } from 'viem';
import type { Address, Hex } from '../../chain/primitives';
import { CheatError, CheatRevert } from '../cheats/cheat-error';
import { ASSUME, SKIP, type Vm } from '../cheats/vm';
import { CREATE2_DEPLOYER } from '../settings';
import type { Cheatcodes } from './cheatcode';

const VERSION = '1.7.1';

function skip(vm: Vm, isSkipped: boolean, reason: string): void {
  if (!isSkipped) return;
  if (vm.depth > 1) throw new CheatError('`skip` can only be used at test level');
  throw new CheatRevert(Uint8Array.from([...SKIP, ...stringToBytes(reason)]));
}

function bounded(value: bigint, least: bigint, most: bigint): bigint {
  const size = most - least + 1n;
  return least + ((((value - least) % size) + size) % size);
}

export const FLOW: Cheatcodes = {
  'assume(bool)': (_vm, [holds]: [boolean]) => {
    if (!holds) throw new CheatRevert(ASSUME);
  },
  'skip(bool)': (vm, [isSkipped]: [boolean]) => skip(vm, isSkipped, ''),
  'skip(bool,string)': (vm, [isSkipped, reason]: [boolean, string]) => skip(vm, isSkipped, reason),
  'label(address,string)': (vm, [address, name]: [Address, string]) => {
    vm.kept.labels.set(address.toLowerCase(), name);
  },
  'getLabel(address)(string)': (vm, [address]: [Address]) =>
    vm.kept.labels.get(address.toLowerCase()) ?? `unlabeled:${address}`,
  'breakpoint(string)': () => {},
  'breakpoint(string,bool)': () => {},
  'pauseTracing()': () => {},
  'resumeTracing()': () => {},
  'allowCheatcodes(address)': () => {},
  'sleep(uint256)': () => {},
  'isIsolateMode()(bool)': (vm) => vm.project.settings.isolate,
  'isContext(uint8)(bool)': (_vm, [context]: [number]) => context === 0 || context === 1,
  'getFoundryVersion()(string)': () => `${VERSION}+4072e48705.1778226655.dist`,
  'foundryVersionAtLeast(string)(bool)': (_vm, [version]: [string]) => compareVersions(VERSION, version) >= 0n,
  'foundryVersionCmp(string)(int256)': (_vm, [version]: [string]) => compareVersions(VERSION, version),
  'bound(uint256,uint256,uint256)(uint256)': (_vm, [value, least, most]: [bigint, bigint, bigint]) =>
    bounded(value, least, most),
  'bound(int256,int256,int256)(int256)': (_vm, [value, least, most]: [bigint, bigint, bigint]) =>
    bounded(value, least, most),
  'computeCreateAddress(address,uint256)(address)': (_vm, [from, nonce]: [Address, bigint]) => {
    if (nonce >= 1n << 64n) throw new CheatError('nonce must be less than 2^64');
    return getContractAddress({ from, nonce });
  },
  'computeCreate2Address(bytes32,bytes32,address)(address)': (_vm, [salt, bytecodeHash, from]: [Hex, Hex, Address]) =>
    getCreate2Address({ from, salt, bytecodeHash }),
  'computeCreate2Address(bytes32,bytes32)(address)': (_vm, [salt, bytecodeHash]: [Hex, Hex]) =>
    getCreate2Address({ from: CREATE2_DEPLOYER, salt, bytecodeHash }),
  'interceptInitcode()': (vm) => {
    if (vm.kept.interceptsInitCode) throw new CheatError('vm.interceptInitcode() has already been called');
    vm.kept.interceptsInitCode = true;
  },
  'toRlp(bytes[])(bytes)': (_vm, [items]: [readonly Hex[]]) => toRlp(items),
  'fromRlp(bytes)(bytes[])': (_vm, [bytes]: [Hex]) => {
    const items = decodedRlp(bytes);
    if (!Array.isArray(items) || items.some(Array.isArray))
      throw new CheatError('Failed to decode RLP: unexpected list');
    return items;
  },
  'ensNamehash(string)(bytes32)': (_vm, [name]: [string]) => namehash(name),
};

function decodedRlp(bytes: Hex): unknown {
  try {
    return fromRlp(bytes, 'hex');
  } catch {
    throw new CheatError('Failed to decode RLP: input too short');
  }
}

function compareVersions(own: string, other: string): bigint {
  const parts = (text: string) => text.split('-')[0].split('.').map(Number);
  const [a, b] = [parts(own), parts(other)];
  if (/[-+]/.test(other) || b.length !== 3 || b.some(Number.isNaN))
    throw new CheatError(`failed to parse version \`${other}\``);
  for (let at = 0; at < 3; at++) if (a[at] !== b[at]) return a[at] > b[at] ? 1n : -1n;
  return 0n;
}
