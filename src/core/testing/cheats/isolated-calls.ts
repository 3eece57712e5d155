/**
 * Calls and creations of a test that run as transactions of their own: they pay what a transaction pays before its first
 * instruction, begin cold, and get their own refund. Gas as forge 1.7.1 counts it with `isolate`.
 */

import type { IsolatedCall } from '../../evm/frames/frame';
import type { BegunIsolated, SeparateCall } from '../../evm/interceptor';
import { precompileAddresses } from '../../evm/precompiles/table';
import { Fork } from '../../evm/rules/forks';
import { beginInner, endInner } from '../../evm/state/inner-transaction';
import { intrinsicGas, madeUpCall } from '../../evm/transaction/transaction-input';
import * as W from '../../evm/words/words';
import type { Vm } from './vm';

/** What a transaction begins with on top of the gas of the call. */
const BASE = 21_000;
const word = new Uint32Array(8);

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
  const given = Math.min(limit + BASE, block.gasLimit);
  if (given < Math.max(intrinsic, floor)) return 'refused';
  beginInner(state);
  if (fork >= Fork.berlin) {
    for (const account of [from, to]) state.warmAccount(account);
    const { delegate } = state.codes[state.code[to]];
    if (delegate) state.warmAccount(state.indexOf(delegate, 0));
    warmAlways(vm);
    for (const { address, storageKeys } of accessList) {
      const account = state.indexOfAddress(address);
      state.warmAccount(account);
      for (const key of storageKeys) {
        W.fromBytes(key, 0, 32, word, 0);
        state.warmSlot(state.slots.indexOf(account, word, 0));
      }
    }
  }
  const isolated = { limit, given, floor, refund: machine.refund };
  machine.refund = 0;
  if (!isCreate) state.setNonce(from, state.nonce[from] + 1n);
  return { isolated, gas: given - intrinsic };
}

/** Ends the transaction and returns the gas that goes back to the caller. `left`: what its frame did not use. */
export function endIsolated(
  { state, block, machine }: Vm,
  { limit, given, floor, refund: before }: IsolatedCall,
  left: number,
  success: boolean,
): number {
  const spent = given - left;
  const most = Math.floor(spent / (block.fork >= Fork.london ? 5 : 2));
  let refund = success ? Math.min(machine.refund, most) : 0;
  if (spent - refund < floor) refund = 0;
  const used = Math.max(spent - refund, floor);
  machine.refund = before + refund;
  endInner(state);
  // forge takes off nothing where more was used than the call had.
  return used > limit ? limit : limit - used;
}

/** Makes everything cold again but what is warm in every transaction. */
export function coolDown(vm: Vm): void {
  vm.state.transaction++;
  if (vm.block.fork >= Fork.berlin) warmAlways(vm);
}

function warmAlways({ state, block }: Vm): void {
  for (const address of precompileAddresses(block)) {
    W.fromBigInt(address, word, 0);
    state.warmAccount(state.indexOf(word, 0));
  }
  if (block.fork >= Fork.shanghai) state.warmAccount(state.indexOfAddress(block.coinbase));
}
