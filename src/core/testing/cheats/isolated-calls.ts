/**
 * Calls and creations of a test that run as transactions of their own: they pay what a transaction pays before its first
 * instruction, begin cold, and get their own refund. Gas as forge 1.7.1 counts it with `isolate`.
 */

import type { IsolatedCall } from '../../evm/frames/frame';
import type { BegunIsolated, SeparateCall } from '../../evm/interceptor';
import { Fork } from '../../evm/rules/forks';
import { beginInner, endInner } from '../../evm/state/inner-transaction';
import { accountIndex } from '../../evm/state/slots';
import { warmAlways, warmAtEntry } from '../../evm/transaction/entry';
import { cappedRefund } from '../../evm/transaction/settle-gas';
import { intrinsicGas, madeUpCall } from '../../evm/transaction/transaction-input';
import { LIMBS } from '../../evm/words/words';
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
  { state, block, machine, kept }: Vm,
  { limit, given, floor, refund: before }: IsolatedCall,
  left: number,
  success: boolean,
): number {
  const spent = given - left;
  const most = Math.floor(spent / (block.fork >= Fork.london ? 5 : 2));
  let refund = success ? Number(cappedRefund(BigInt(machine.refund), BigInt(most))) : 0;
  if (spent - refund < floor) refund = 0;
  const used = Math.max(spent - refund, floor);
  machine.refund = before + refund;
  endInner(state, kept.cooled);
  // forge takes off nothing where more was used than the call had.
  return used > limit ? limit : limit - used;
}

/**
 * Makes everything cold again but what is warm in every transaction, and values original as they stand; what was
 * destructed is gone. Linear in the state. In forge an account that was made cold stays so until the test itself reaches it.
 */
export function coolDown({ state, block, kept }: Vm): void {
  const { slots } = state;
  state.endMade();
  slots.original.set(slots.current.subarray(0, slots.length * LIMBS));
  for (let at = 0; at < state.length; at++)
    if (state.warmIn[at] === state.transaction) kept.cooled.add(accountIndex(at));
  state.transaction++;
  if (block.fork >= Fork.berlin) warmAlways(state, block, state.indexOfAddress(block.coinbase));
}
