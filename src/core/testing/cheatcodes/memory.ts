/** Cheatcodes that watch instructions: the memory that they may write, and the slots of mappings that they write. */

import { wordHex } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import type { MappingSlots } from '../cheats/cheat-state';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

function allow(vm: Vm, depth: number, from: bigint, to: bigint): void {
  if (from >= to) throw new CheatError(`memory range start (${from}) is greater than end (${to})`);
  // Solidity's scratch space and free memory pointer are always safe.
  const ranges = vm.kept.safeMemory.get(depth) ?? [[0, 0x60]];
  ranges.push([Number(from), Number(to)]);
  vm.kept.safeMemory.set(depth, ranges);
}

function slotsOf(vm: Vm, address: Address): MappingSlots | undefined {
  return vm.kept.mappings?.get(vm.account(address));
}

const childrenOf = (vm: Vm, address: Address, slot: Hex) => slotsOf(vm, address)?.children.get(BigInt(slot)) ?? [];

export const WATCHED: Cheatcodes = {
  'expectSafeMemory(uint64,uint64)': (vm, [from, to]: [bigint, bigint]) => allow(vm, vm.depth, from, to),
  'expectSafeMemoryCall(uint64,uint64)': (vm, [from, to]: [bigint, bigint]) => allow(vm, vm.depth + 1, from, to),
  'stopExpectSafeMemory()': (vm) => {
    vm.kept.safeMemory.delete(vm.depth);
  },
  'startMappingRecording()': (vm) => {
    vm.kept.mappings ??= new Map();
  },
  'stopMappingRecording()': (vm) => {
    vm.kept.mappings = undefined;
  },
  'getMappingLength(address,bytes32)(uint256)': (vm, [address, slot]: [Address, Hex]) =>
    BigInt(childrenOf(vm, address, slot).length),
  'getMappingSlotAt(address,bytes32,uint256)(bytes32)': (vm, [address, slot, at]: [Address, Hex, bigint]) =>
    wordHex(childrenOf(vm, address, slot)[Number(at)] ?? 0n),
  'getMappingKeyAndParentOf(address,bytes32)(bool,bytes32,bytes32)': (vm, [address, slot]: [Address, Hex]) => {
    const found = slotsOf(vm, address)?.entries.get(BigInt(slot));
    return [found !== undefined, wordHex(found?.key ?? 0n), wordHex(found?.parent ?? 0n)];
  },
};
