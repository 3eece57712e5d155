/** Cheatcodes on gas: metering that pauses, the gas of the last call, and snapshots of gas and values by name. */

import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

/** Gas of the calls of the cheatcodes that begin and end a snapshot, as forge 1.7.1 takes it off. */
const OWN_GAS = 171;

function note({ kept }: Vm, group: string, name: string, value: string): void {
  const named = kept.gasSnapshots.get(group) ?? new Map<string, string>();
  kept.gasSnapshots.set(group, named.set(name, value));
}

/** The group of a snapshot that states none: the contract that runs. */
const own = (vm: Vm) => vm.project.suiteName;

function lastCall({ kept }: Vm): NonNullable<Vm['kept']['lastCall']> {
  if (kept.lastCall === undefined) throw new CheatError('no external call was made yet');
  return kept.lastCall;
}

function noteLastCall(vm: Vm, group: string, name: string): bigint {
  const { used } = lastCall(vm);
  note(vm, group, name, String(used));
  return BigInt(used);
}

function start(vm: Vm, group: string, name: string): void {
  const { metering } = vm.kept;
  const { counted } = metering;
  if (counted !== undefined)
    throw new CheatError(`gas snapshot was already started with group: ${counted.group} and name: ${counted.name}`);
  metering.counted = { group, name, used: 0, depth: vm.depth };
}

function stop(vm: Vm, group?: string, name?: string): bigint {
  const { metering } = vm.kept;
  const { counted } = metering;
  if (counted === undefined && (group === undefined || name === undefined))
    throw new CheatError('no active gas snapshot; call `startGasSnapshot` first');
  if (counted === undefined || counted.group !== (group ?? counted.group) || counted.name !== (name ?? counted.name))
    throw new CheatError(`no gas snapshot was started with the name: ${name} in group: ${group}`);
  const used = Math.max(0, counted.used - OWN_GAS);
  note(vm, counted.group, counted.name, String(used));
  metering.counted = undefined;
  return BigInt(used);
}

export const GAS: Cheatcodes = {
  'pauseGasMetering()': ({ kept: { metering } }) => {
    metering.isPaused = true;
  },
  'resumeGasMetering()': ({ kept: { metering } }) => {
    metering.isPaused = false;
    metering.paused = [];
  },
  'resetGasMetering()': ({ kept: { metering } }) => {
    Object.assign(metering, { isPaused: false, isReset: true, paused: [] });
  },
  'lastCallGas()((uint64,uint64,uint64,int64,uint64))': (vm) => {
    const { limit, used, refunded, left } = lastCall(vm);
    return [BigInt(limit), BigInt(used), 0n, BigInt(refunded), BigInt(left)];
  },
  'snapshotValue(string,uint256)': (vm, [name, value]: [string, bigint]) => note(vm, own(vm), name, String(value)),
  'snapshotValue(string,string,uint256)': (vm, [group, name, value]: [string, string, bigint]) =>
    note(vm, group, name, String(value)),
  'snapshotGasLastCall(string)(uint256)': (vm, [name]: [string]) => noteLastCall(vm, own(vm), name),
  'snapshotGasLastCall(string,string)(uint256)': (vm, [group, name]: [string, string]) => noteLastCall(vm, group, name),
  'startSnapshotGas(string)': (vm, [name]: [string]) => start(vm, own(vm), name),
  'startSnapshotGas(string,string)': (vm, [group, name]: [string, string]) => start(vm, group, name),
  'stopSnapshotGas()(uint256)': (vm) => stop(vm),
  'stopSnapshotGas(string)(uint256)': (vm, [name]: [string]) => stop(vm, own(vm), name),
  'stopSnapshotGas(string,string)(uint256)': (vm, [group, name]: [string, string]) => stop(vm, group, name),
};
