/** Cheatcodes on forks that need no endpoint: which accounts would go along from one to another. No fork is ever active. */

import type { Address } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import { VM_ADDRESS, type Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';
import { CREATE2_DEPLOYER } from './flow';

function keep(vm: Vm, accounts: readonly Address[]): void {
  for (const account of accounts) vm.kept.persistent.set(account.toLowerCase(), true);
}

function drop(vm: Vm, accounts: readonly Address[]): void {
  for (const account of accounts) vm.kept.persistent.set(account.toLowerCase(), false);
}

/** Without a word of the test these are: `vm`, the sender, the factory of CREATE2 and the test's contract. */
function isPersistent(vm: Vm, account: string): boolean {
  const said = vm.kept.persistent.get(account);
  if (said !== undefined) return said;
  let test = vm.caller;
  while (test.parent !== undefined) test = test.parent;
  return [VM_ADDRESS, CREATE2_DEPLOYER, vm.project.settings.sender, vm.addressOf(test.self)].includes(account);
}

export const FORKS: Cheatcodes = {
  'activeFork()(uint256)': () => {
    throw new CheatError('no active fork');
  },
  'makePersistent(address)': keep,
  'makePersistent(address,address)': keep,
  'makePersistent(address,address,address)': keep,
  'makePersistent(address[])': (vm, [accounts]: [readonly Address[]]) => keep(vm, accounts),
  'revokePersistent(address)': drop,
  'revokePersistent(address[])': (vm, [accounts]: [readonly Address[]]) => drop(vm, accounts),
  'isPersistent(address)(bool)': (vm, [account]: [Address]) => isPersistent(vm, account.toLowerCase()),
};
