/** The factory that deploys to the same address on every chain: creations with a salt go through it where they are broadcast, or where the configuration says so. */

import { getAddress, stringToBytes } from 'viem';
import { bytesToHex, hexToBytes } from '../../chain/hex';
import type { Frame } from '../../evm/frames/frame';
import { Halt } from '../../evm/frames/halt';
import type { Ending } from '../../evm/interceptor';
import type { AccountIndex } from '../../evm/state/slots';
import type { Vm } from './vm';

const CODE =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';
export const CREATE2_CODE = hexToBytes(CODE);

/** Returns the factory that creates with a salt in the place of this frame; undefined where the frame does so itself. */
export function factoryFor(vm: Vm, frame: Frame): AccountIndex | undefined {
  if (!goesThroughFactory(vm, frame)) return undefined;
  const factory = vm.account(vm.project.settings.factory);
  return bytesToHex(vm.codeOf(factory)) === CODE ? factory : undefined;
}

/** Returns how a creation ends that was to go through a factory that is not there; undefined for any other. */
export function endWithoutFactory(vm: Vm, frame: Frame): Ending | undefined {
  if (!goesThroughFactory(vm, frame)) return undefined;
  const { factory } = vm.project.settings;
  const isMissing = vm.codeOf(vm.account(factory)).length === 0;
  const reason = isMissing ? `missing CREATE2 deployer: ${getAddress(factory)}` : 'invalid CREATE2 deployer bytecode';
  return { halt: Halt.revert, output: stringToBytes(reason) };
}

function goesThroughFactory(vm: Vm, frame: Frame): boolean {
  const { broadcast } = vm.kept;
  if (broadcast === undefined && !vm.project.settings.usesFactory) return false;
  const depth = frame.depth + 1;
  return depth === (vm.prankAt(depth)?.depth ?? broadcast?.depth ?? 1);
}
