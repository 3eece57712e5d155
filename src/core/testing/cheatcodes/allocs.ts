/** Cheatcodes that write the accounts of a test as those of a genesis, and read such. */

import { bytesToString, stringToBytes } from 'viem';
import { bytesToHex, hexToBytes, wordHex } from '../../chain/hex';
import type { Hex } from '../../chain/primitives';
import { accountIndex } from '../../evm/state/slots';
import { toBigInt } from '../../evm/words/words';
import { isFields, readFields, readText } from '../../values/json-fields';
import { CheatError } from '../cheats/cheat-error';
import { VM_ADDRESS, type Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';
import { insideOf } from './disk';
import { fileOf } from './files';

const CONSOLE = '0x000000000000000000636f6e736f6c652e6c6f67';
const quantity = (value: bigint) => `0x${value.toString(16)}`;

/** Accounts that the call reached, without those of the test itself and empty ones. */
function accountsOf(vm: Vm): Record<string, unknown> {
  const { state } = vm;
  const skipped = new Set<string>([VM_ADDRESS, CONSOLE, vm.addressOf(vm.caller.self), vm.project.settings.sender]);
  const storage = storageByAccount(vm);
  const found: [string, unknown][] = [];
  for (let at = 0; at < state.length; at++) {
    const account = accountIndex(at);
    const address = vm.addressOf(account);
    if (skipped.has(address) || state.warmIn[account] !== state.transaction || state.isEmpty(account)) continue;
    found.push([
      address,
      {
        nonce: quantity(state.nonce[account]),
        balance: quantity(toBigInt(state.balance, at << 3)),
        code: bytesToHex(vm.codeOf(account)),
        storage: Object.fromEntries((storage.get(at) ?? []).sort(([a], [b]) => (a < b ? -1 : 1))),
      },
    ]);
  }
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function storageByAccount({ state: { slots, transaction } }: Vm): Map<number, [Hex, Hex][]> {
  const found = new Map<number, [Hex, Hex][]>();
  for (let slot = 0; slot < slots.length; slot++) {
    if (slots.warmIn[slot] !== transaction) continue;
    const { [slot]: account } = slots.account;
    const list = found.get(account) ?? [];
    list.push([wordHex(toBigInt(slots.keys, slot << 3)), wordHex(toBigInt(slots.current, slot << 3))]);
    found.set(account, list);
  }
  return found;
}

function load(vm: Vm, given: string): void {
  const bytes = fileOf(vm, given);
  if (bytes === undefined) throw new CheatError(`allocs file does not exist: ${given}`);
  let read: unknown;
  try {
    read = JSON.parse(bytesToString(bytes));
  } catch {
    throw new CheatError('failed to load allocs: the file is no JSON');
  }
  const whole = readFields(read);
  for (const [address, given] of Object.entries(isFields(whole.alloc) ? whole.alloc : whole)) {
    const { code, balance, storage, nonce } = readFields(given);
    const account = vm.reach(`0x${address.replace(/^0x/, '')}`);
    if (typeof code === 'string') vm.state.setCode(account, hexToBytes(code as Hex));
    vm.setBalance(account, BigInt(readText(balance) || 0));
    for (const [slot, value] of Object.entries(readFields(storage)))
      vm.setSlot(account, BigInt(slot), BigInt(String(value)));
    vm.state.setNonce(account, BigInt(typeof nonce === 'number' ? nonce : readText(nonce) || 0));
    vm.state.touch(account);
  }
}

export const ALLOCS: Cheatcodes = {
  'dumpState(string)': (vm, [given]: [string]) => {
    const path = insideOf(vm, given);
    if (path === undefined) throw new CheatError(`the path ${given} lies outside of the project`);
    vm.kept.disk.set(path, stringToBytes(JSON.stringify(accountsOf(vm))));
  },
  'loadAllocs(string)': (vm, [path]: [string]) => load(vm, path),
};
