/** Cheatcodes that change accounts and their storage, or read them. */

import { hexToBytes, wordHex } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { precompileAddresses } from '../../evm/precompiles/table';
import { type AccountIndex, slotIndex } from '../../evm/state/slots';
import { toBigInt } from '../../evm/words/words';
import { fillSlot } from '../cheats/arbitrary-storage';
import { CheatError } from '../cheats/cheat-error';
import { coolSlot, warmSlotAgain } from '../cheats/isolated-calls';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

type WalletArgs = [{ addr?: Address } | readonly unknown[]];

/** The rules of the run say which addresses are precompiles. */
function refusePrecompile(vm: Vm, address: Address): void {
  if (precompileAddresses(vm.machine.block).includes(BigInt(address)))
    throw new CheatError(`cannot use precompile ${address} as an argument`);
}

/** Slots of the copy are as warm as those that they are copied from where `keepsWarmth`, else warm. */
function copyStorage(vm: Vm, from: AccountIndex, to: AccountIndex, keepsWarmth: boolean): void {
  const { slots } = vm.state;
  for (let slot = 0, { length } = slots; slot < length; slot++) {
    if (slots.account[slot] !== from) continue;
    const key = toBigInt(slots.keys, slot << 3);
    vm.setSlot(to, key, toBigInt(slots.current, slot << 3));
    if (keepsWarmth) slots.warmIn[vm.slotOf(to, key)] = slots.warmIn[slot];
  }
}

function makeArbitrary(vm: Vm, address: Address, overwrites: boolean): void {
  vm.kept.arbitrary ??= { values: new Map(), copies: new Map(), overwrites: new Set() };
  const { arbitrary } = vm.kept;
  const account = vm.account(address);
  arbitrary.values.set(account, new Map());
  if (overwrites) arbitrary.overwrites.add(account);
  else arbitrary.overwrites.delete(account);
}

export const ACCOUNTS: Cheatcodes = {
  'deal(address,uint256)': (vm, [address, wei]: [Address, bigint]) => vm.setBalance(vm.reach(address), wei),
  'etch(address,bytes)': (vm, [address, code]: [Address, Hex]) => {
    refusePrecompile(vm, address);
    vm.state.setCode(vm.reach(address), hexToBytes(code));
  },
  'load(address,bytes32)(bytes32)': (vm, [address, key]: [Address, Hex]) => {
    refusePrecompile(vm, address);
    const account = vm.reach(address);
    const slot = vm.slotOf(account, BigInt(key));
    if (vm.kept.arbitrary === undefined) vm.state.warmSlot(slot);
    else fillSlot(vm, account, slot);
    return wordHex(toBigInt(vm.state.slots.current, slot << 3));
  },
  'store(address,bytes32,bytes32)': (vm, [address, key, value]: [Address, Hex, Hex]) => {
    refusePrecompile(vm, address);
    vm.setSlot(vm.reach(address), BigInt(key), BigInt(value));
  },
  'getNonce(address)(uint64)': (vm, [address]: [Address]) => vm.state.nonce[vm.reach(address)],
  'getNonce((address,uint256,uint256,uint256))(uint64)': (vm, [wallet]: WalletArgs) =>
    vm.state.nonce[vm.reach(String(Object.values(wallet)[0]))],
  'setNonce(address,uint64)': (vm, [address, nonce]: [Address, bigint]) => {
    const account = vm.reach(address);
    const held = vm.state.nonce[account];
    if (nonce < held)
      throw new CheatError(
        `new nonce (${nonce}) must be strictly equal to or higher than the account's current nonce (${held})`,
      );
    vm.state.setNonce(account, nonce);
  },
  'setNonceUnsafe(address,uint64)': (vm, [address, nonce]: [Address, bigint]) =>
    vm.state.setNonce(vm.reach(address), nonce),
  'resetNonce(address)': (vm, [address]: [Address]) => {
    const account = vm.reach(address);
    vm.state.setNonce(account, vm.codeOf(account).length === 0 ? 0n : 1n);
  },
  'cool(address)': (vm, [address]: [Address]) => {
    const account = vm.account(address);
    const { slots } = vm.state;
    for (let at = 0; at < slots.length; at++) if (slots.account[at] === account) coolSlot(vm, slotIndex(at));
  },
  'coolSlot(address,bytes32)': (vm, [address, key]: [Address, Hex]) => {
    coolSlot(vm, vm.slotOf(vm.account(address), BigInt(key)));
  },
  'warmSlot(address,bytes32)': (vm, [address, key]: [Address, Hex]) => {
    warmSlotAgain(vm, vm.slotOf(vm.account(address), BigInt(key)));
  },
  'cloneAccount(address,address)': (vm, [from, to]: [Address, Address]) => {
    const [source, target] = [vm.reach(from), vm.reach(to)];
    vm.state.setCode(target, vm.codeOf(source));
    vm.state.setNonce(target, vm.state.nonce[source]);
    vm.setBalance(target, toBigInt(vm.state.balance, source << 3));
    copyStorage(vm, source, target, false);
  },
  'copyStorage(address,address)': (vm, [from, to]: [Address, Address]) => {
    const [source, target] = [vm.reach(from), vm.reach(to)];
    const { arbitrary } = vm.kept;
    if (arbitrary?.values.has(target)) throw new CheatError('target address cannot have arbitrary storage');
    if (arbitrary?.values.has(source)) arbitrary.copies.set(target, source);
    copyStorage(vm, source, target, true);
  },
  'setArbitraryStorage(address)': (vm, [address]: [Address]) => makeArbitrary(vm, address, false),
  'setArbitraryStorage(address,bool)': (vm, [address, overwrites]: [Address, boolean]) =>
    makeArbitrary(vm, address, overwrites),
};
