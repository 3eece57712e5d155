/** Cheatcodes that change who calls. */

import type { Address } from '../../chain/primitives';
import { toBigInt } from '../../evm/words/words';
import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

function prank(vm: Vm, sender: Address, origin: Address | undefined, isSingle: boolean, delegates = false): void {
  const newCaller = vm.reach(sender);
  vm.state.touch(newCaller);
  if (delegates && vm.codeOf(newCaller).length === 0) throw new CheatError('cannot `prank` delegate call from an EOA');
  const { depth } = vm;
  const before = vm.prankAt(depth);
  if (before !== undefined) {
    if (!before.isUsed) throw new CheatError('cannot overwrite a prank until it is applied at least once');
    if (before.isSingle !== isSingle)
      throw new CheatError(
        'cannot override an ongoing prank with a single vm.prank; use vm.startPrank to override the current prank',
      );
  }
  if (vm.kept.broadcast !== undefined)
    throw new CheatError(
      'cannot `prank` for a broadcasted transaction; pass the desired `tx.origin` into the `broadcast` cheatcode call',
    );
  vm.kept.pranks.set(depth, {
    caller: vm.caller.self,
    newCaller,
    origin: toBigInt(vm.machine.words.origin, 0),
    newOrigin: origin === undefined ? undefined : BigInt(origin),
    depth,
    isSingle,
    delegates,
    isUsed: false,
  });
}

function callers(vm: Vm): [number, string, string] {
  const { broadcast } = vm.kept;
  if (broadcast !== undefined) {
    const sender = vm.addressOf(broadcast.sender);
    return [broadcast.isSingle ? 1 : 2, sender, sender];
  }
  const found = vm.prankAt(vm.depth);
  const origin = found?.newOrigin ?? toBigInt(vm.machine.words.origin, 0);
  const text = `0x${origin.toString(16).padStart(40, '0')}`;
  if (found === undefined) return [0, vm.project.settings.sender, text];
  return [found.isSingle ? 3 : 4, vm.addressOf(found.newCaller), text];
}

export const PRANKS: Cheatcodes = {
  'prank(address)': (vm, [sender]: [Address]) => prank(vm, sender, undefined, true),
  'prank(address,address)': (vm, [sender, origin]: [Address, Address]) => prank(vm, sender, origin, true),
  'prank(address,bool)': (vm, [sender, delegates]: [Address, boolean]) => prank(vm, sender, undefined, true, delegates),
  'prank(address,address,bool)': (vm, [sender, origin, delegates]: [Address, Address, boolean]) =>
    prank(vm, sender, origin, true, delegates),
  'startPrank(address)': (vm, [sender]: [Address]) => prank(vm, sender, undefined, false),
  'startPrank(address,address)': (vm, [sender, origin]: [Address, Address]) => prank(vm, sender, origin, false),
  'startPrank(address,bool)': (vm, [sender, delegates]: [Address, boolean]) =>
    prank(vm, sender, undefined, false, delegates),
  'startPrank(address,address,bool)': (vm, [sender, origin, delegates]: [Address, Address, boolean]) =>
    prank(vm, sender, origin, false, delegates),
  'stopPrank()': (vm) => {
    vm.kept.pranks.delete(vm.depth);
  },
  'readCallers()(uint8,address,address)': callers,
};
