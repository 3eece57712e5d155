/** Takes over what a transaction of its own did to a copy of the state. */

import { bytesToHex } from '../../chain/hex';
import { accountIndex, slotIndex } from '../../evm/state/slots';
import type { State } from '../../evm/state/state';
import { equal, LIMBS, toBigInt } from '../../evm/words/words';
import type { Vm } from './vm';

/** Makes balances, nonces, code and storage what they are in `then`, which went on from a copy of the state. As changes, which frames may undo. `leavesWarm`: what it reached is warm from here on. */
export function adoptState(vm: Vm, then: State, leavesWarm: boolean): void {
  const { state: now } = vm;
  for (let at = 0; at < then.length; at++) {
    const source = accountIndex(at);
    if (!then.isKnown(source)) continue;
    const account = vm.account(bytesToHex(then.addressBytes(source)));
    if (leavesWarm && then.warmIn[source] === then.transaction) now.warmAccount(account);
    const balance = toBigInt(then.balance, at * LIMBS);
    if (toBigInt(now.balance, account * LIMBS) !== balance) vm.setBalance(account, balance);
    if (now.nonce[account] !== then.nonce[source]) now.setNonce(account, then.nonce[source]);
    const code = then.codes[then.code[source]].bytes;
    if (bytesToHex(code) !== bytesToHex(vm.codeOf(account))) now.setCode(account, code);
  }
  for (let at = 0; at < then.slots.length; at++) {
    if (then.slots.known[at] !== 1) continue;
    const account = vm.account(bytesToHex(then.addressBytes(accountIndex(then.slots.account[slotIndex(at)]))));
    const slot = vm.slotOf(account, toBigInt(then.slots.keys, at * LIMBS));
    if (leavesWarm && then.slots.warmIn[at] === then.transaction) now.warmSlot(slot);
    if (equal(now.slots.current, slot * LIMBS, then.slots.current, at * LIMBS)) continue;
    now.setSlot(slot, then.slots.current, at * LIMBS);
    // A slot that was not reached before begins with what it holds now.
    if (!leavesWarm && now.slots.warmIn[slot] !== now.transaction)
      now.slots.original.set(now.slots.current.subarray(slot * LIMBS, (slot + 1) * LIMBS), slot * LIMBS);
  }
}
