/** Storage that makes values up, and storage copied from it, as forge 1.7.1 has it before a slot is read. */

import type { AccountIndex, SlotIndex } from '../../evm/state/slots';
import { toBigInt } from '../../evm/words/words';
import type { Vm } from './vm';

/** Makes a value up for a slot that is read, where its account asks for that. The slot is warm from here on. */
export function fillSlot(vm: Vm, account: AccountIndex, slot: SlotIndex): void {
  const { arbitrary } = vm.kept;
  if (arbitrary === undefined) return;
  const { slots } = vm.state;
  const key = toBigInt(slots.keys, slot << 3);
  const isFresh = vm.state.warmSlot(slot) && toBigInt(slots.current, slot << 3) === 0n;
  const own = arbitrary.values.get(account);
  if (!isFresh && !(arbitrary.overwrites.has(account) && own?.has(key) !== true)) return;
  if (own !== undefined) {
    const value = vm.nextRandom();
    own.set(key, value);
    vm.setSlot(account, key, value);
    return;
  }
  const source = arbitrary.copies.get(account);
  const values = source === undefined ? undefined : arbitrary.values.get(source);
  if (source === undefined || values === undefined) return;
  const drawn = vm.nextRandom();
  const value = values.get(key) ?? drawn;
  if (!values.has(key)) {
    values.set(key, value);
    vm.setSlot(source, key, value);
  }
  vm.setSlot(account, key, value);
}
