/**
 * Calls and creations of a test that run as transactions of their own: they pay what a transaction pays before its first
 * instruction, begin cold, and get their own refund. Gas as forge 1.7.1 counts it with `isolate`.
 */

import type { IsolatedCall } from '../../evm/frames/frame';
import type { BegunIsolated, SeparateCall } from '../../evm/interceptor';
import { Fork } from '../../evm/rules/forks';
import { beginInner, endInner } from '../../evm/state/inner-transaction';
import { accountIndex, type SlotIndex, slotIndex } from '../../evm/state/slots';
import { warmAlways, warmAtEntry } from '../../evm/transaction/entry';
import { cappedRefund } from '../../evm/transaction/settle-gas';
import { intrinsicGas, madeUpCall } from '../../evm/transaction/transaction-input';
import { copy, LIMBS } from '../../evm/words/words';
import type { Vm } from './vm';

/** Gas that a transaction costs on top of the gas of the call. */
const BASE = 21_000;

/** Begins the transaction and returns it with the gas that is left for its first instruction; `refused` where there is too little to begin. */
export function beginIsolated(
  vm: Vm,
  { from, to, isCreate, input }: SeparateCall,
  limit: number,
): BegunIsolated | 'refused' {
  const { state, block, machine } = vm;
  const { fork } = block;
  const { accessList } = vm.kept;
  const call = madeUpCall({
    from: state.addressBytes(from),
    to: isCreate ? undefined : state.addressBytes(to),
    data: input,
    gasLimit: BigInt(limit),
    accessList,
  });
  const { intrinsic, floor } = intrinsicGas(call, fork);
  const given = Math.min(limit + BASE, Number(block.gasLimit));
  if (given < Math.max(intrinsic, floor)) return 'refused';
  forgetReached(vm);
  const { kept } = vm;
  kept.cooledOutside = kept.cooled;
  kept.cooled = new Set();
  state.cooled = kept.cooled;
  beginInner(state);
  const coinbase = state.indexOfAddress(block.coinbase);
  warmAtEntry(state, block, call, { sender: from, target: to, coinbase });
  const { delegate } = state.codes[state.code[to]];
  if (delegate) state.warmAccount(state.indexOf(delegate, 0));
  const isolated = { limit, given, floor, refund: machine.refund };
  machine.refund = 0;
  if (!isCreate) state.setNonce(from, state.nonce[from] + 1n);
  return { isolated, gas: given - intrinsic };
}

/** Ends the transaction and returns the gas that goes back to the caller. `left`: what its frame did not use. */
export function endIsolated(
  vm: Vm,
  { limit, given, floor, refund: before }: IsolatedCall,
  left: number,
  success: boolean,
): number {
  const { state, block, machine, kept } = vm;
  const spent = given - left;
  const most = Math.floor(spent / (block.fork >= Fork.london ? 5 : 2));
  let refund = success ? Number(cappedRefund(BigInt(machine.refund), BigInt(most))) : 0;
  if (spent - refund < floor) refund = 0;
  const used = Math.max(spent - refund, floor);
  machine.refund = before + refund;
  const { cooled: cooledInside, cooledOutside = new Set() } = kept;
  endInner(state, cooledOutside);
  for (const account of cooledInside) if (state.warmIn[account] !== state.transaction) cooledOutside.add(account);
  kept.cooled = cooledOutside;
  kept.cooledOutside = undefined;
  state.cooled = kept.cooled;
  for (const [slot, original] of kept.cooledSlots)
    if (state.slots.warmIn[slot] === state.transaction) state.slots.original.set(original, slot * LIMBS);
  forgetReached(vm);
  // forge takes off nothing where more was used than the call had.
  return used > limit ? limit : limit - used;
}

/**
 * Makes everything cold again but what is warm in every transaction or makes its values up, and values original as they
 * stand; what was destructed is gone. Linear in the state. In forge an account that was made cold stays so until the test itself reaches it.
 */
export function coolDown(vm: Vm): void {
  const { state, block, kept } = vm;
  const { slots } = state;
  state.endMade();
  forgetReached(vm);
  const { transaction } = state;
  const staysWarm = (at: number) => kept.arbitrary?.values.has(accountIndex(at)) === true;
  for (let at = 0; at < slots.length; at++)
    if (!staysWarm(slots.account[at])) coolSlot(vm, slotIndex(at));
    else if (slots.warmIn[at] === transaction) slots.warmIn[at] = transaction + 1;
  for (let at = 0; at < state.length; at++) {
    if (state.warmIn[at] !== transaction) continue;
    if (staysWarm(at)) state.warmIn[at] = transaction + 1;
    else kept.cooled.add(accountIndex(at));
  }
  state.transaction++;
  if (block.fork >= Fork.berlin) warmAlways(state, block, state.indexOfAddress(block.coinbase));
}

/** Makes a slot that is warm cold: its value is the original one for who reaches it next. An isolated call alone leaves the original value as it was. */
export function coolSlot({ state, kept }: Vm, slot: SlotIndex): void {
  const { slots, transaction } = state;
  if (slots.warmIn[slot] !== transaction) return;
  const at8 = slot * LIMBS;
  slots.warmIn[slot] = 0;
  kept.cooledSlots.set(slot, slots.original.slice(at8, at8 + LIMBS));
  copy(slots.current, at8, slots.original, at8);
}

/** Makes a slot that was made cold warm, as if it had stayed so; no other, as in forge. */
export function warmSlotAgain({ state: { slots, transaction }, kept }: Vm, slot: SlotIndex): void {
  const original = kept.cooledSlots.get(slot);
  if (original === undefined || slots.warmIn[slot] === transaction) return;
  slots.warmIn[slot] = transaction;
  slots.original.set(original, slot * LIMBS);
}

/** Forgets the slots that were made cold and have been reached since. */
function forgetReached({ state, kept }: Vm): void {
  for (const slot of kept.cooledSlots.keys())
    if (state.slots.warmIn[slot] === state.transaction) kept.cooledSlots.delete(slot);
}
