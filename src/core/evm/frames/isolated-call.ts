/**
 * Calls and creations that run as a transaction of their own inside of another, where an interceptor asks for that: they
 * pay what a transaction pays before its first instruction, begin cold, and get their own refund. Gas as forge 1.7.1
 * counts it with `isolate`.
 */

import type { Machine } from '../machine';
import { precompileAddresses } from '../precompiles/table';
import { Fork } from '../rules/forks';
import { beginInner, endInner } from '../state/inner-transaction';
import type { AccountIndex } from '../state/slots';
import { intrinsicGas, madeUpCall, type TransactionInput } from '../transaction/transaction-input';
import * as W from '../words/words';
import type { IsolatedCall } from './frame';

/** What a transaction begins with on top of the gas of the call. */
const BASE = 21_000;
const word = new Uint32Array(8);

type Entry = { from: AccountIndex; to: AccountIndex; isCreate: boolean; input: Uint8Array };

/** Begins the transaction and returns it with the gas that is left for its first instruction; undefined where there is too little to begin. */
export function beginIsolated(
  machine: Machine,
  { from, to, isCreate, input }: Entry,
  limit: number,
  accessList: TransactionInput['accessList'],
): { isolated: IsolatedCall; gas: number } | undefined {
  const { state, block, fork } = machine;
  const call = madeUpCall({
    from: state.addressBytes(from),
    to: isCreate ? undefined : state.addressBytes(to),
    data: input,
    gasLimit: BigInt(limit),
    accessList,
  });
  const { intrinsic, floor } = intrinsicGas(call, fork);
  const given = Math.min(limit + BASE, block.gasLimit);
  if (given < Math.max(intrinsic, floor)) return undefined;
  beginInner(state);
  if (fork >= Fork.berlin) {
    for (const account of [from, to]) state.warmAccount(account);
    const { delegate } = state.codes[state.code[to]];
    if (fork >= Fork.prague && delegate) state.warmAccount(state.indexOf(delegate, 0));
    warmAlways(machine);
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
export function endIsolated(machine: Machine, isolated: IsolatedCall, left: number, success: boolean): number {
  const { limit, given, floor } = isolated;
  const spent = given - left;
  const most = Math.floor(spent / (machine.fork >= Fork.london ? 5 : 2));
  let refund = success ? Math.min(machine.refund, most) : 0;
  if (spent - refund < floor) refund = 0;
  const used = Math.max(spent - refund, floor);
  machine.refund = isolated.refund + refund;
  endInner(machine.state);
  // forge takes off nothing where more was used than the call had.
  return used > limit ? limit : limit - used;
}

/** Makes everything cold again but what is warm in every transaction. */
export function coolDown(machine: Machine): void {
  machine.state.transaction++;
  if (machine.fork >= Fork.berlin) warmAlways(machine);
}

function warmAlways({ state, block, fork }: Machine): void {
  for (const address of precompileAddresses(block)) {
    W.fromBigInt(address, word, 0);
    state.warmAccount(state.indexOf(word, 0));
  }
  if (fork >= Fork.shanghai) state.warmAccount(state.indexOfAddress(block.coinbase));
}
