/** Cheatcodes that go back to an earlier state. */

import { type AccountIndex, accountIndex, slotIndex } from '../../evm/state/slots';
import { equal, LIMBS, toBigInt } from '../../evm/words/words';
import { returnToFork } from '../cheats/test-forks';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

function take(vm: Vm): bigint {
  const id = vm.kept.nextSnapshot++;
  const { activeFork, cooled } = vm.kept;
  const snapshot = { state: vm.state.copied(), block: vm.blockNow(), activeFork, cooled: new Set(cooled) };
  vm.kept.snapshots.set(id, snapshot);
  return id;
}

/** Makes the state what it was, as changes: the frames around may still undo them. What was warm then is, also in a later transaction. */
function goBack(vm: Vm, id: bigint, deletes: boolean): boolean {
  const snapshot = vm.kept.snapshots.get(id);
  if (snapshot === undefined) return false;
  if (deletes) vm.kept.snapshots.delete(id);
  returnToFork(vm, snapshot);
  const { state: now } = vm;
  const { state: then } = snapshot;
  for (let at = 0; at < now.slots.length; at++) {
    const slot = slotIndex(at);
    const from = at < then.slots.length && then.slots.known[at] === 1 ? then.slots.current : undefined;
    const at8 = at * LIMBS;
    if (from !== undefined) {
      if (!equal(now.slots.current, at8, from, at8)) now.setSlot(slot, from, at8);
    } else if (now.slots.known[at] === 1) {
      const first = vm.kept.firstSlots.get(at) ?? now.slots.original.subarray(at8, at8 + LIMBS);
      if (!equal(now.slots.current, at8, first, 0)) now.setSlot(slot, first, 0);
    }
    const wasWarm = at < then.slots.length && then.slots.warmIn[at] === then.transaction;
    now.slots.warmIn[at] = wasWarm ? now.transaction : 0;
  }
  for (let at = 0; at < now.transient.length; at++) {
    const from = at < then.transient.length ? then.transient.current : new Uint32Array(now.transient.length * LIMBS);
    if (!equal(now.transient.current, at * LIMBS, from, at * LIMBS)) now.setTransient(slotIndex(at), from, at * LIMBS);
  }
  for (let at = 0; at < now.length; at++) restoreAccount(vm, then, accountIndex(at));
  const { cooled } = vm.kept;
  cooled.clear();
  for (const account of snapshot.cooled) cooled.add(account);
  vm.setBlock(snapshot.block);
  return true;
}

function restoreAccount(vm: Vm, then: Vm['state'], account: AccountIndex): void {
  const { state: now } = vm;
  const isOld = account < then.length && then.isKnown(account);
  const first = vm.kept.firstAccounts.get(account);
  const at8 = account * LIMBS;
  const balance = isOld
    ? toBigInt(then.balance, at8)
    : first
      ? toBigInt(first.balance, 0)
      : toBigInt(now.originalBalance, at8);
  const nonce = isOld ? then.nonce[account] : (first?.nonce ?? now.originalNonce[account]);
  const code = isOld ? then.code[account] : (first?.code ?? now.originalCode[account]);
  if (toBigInt(now.balance, account * LIMBS) !== balance) vm.setBalance(account, balance);
  if (now.nonce[account] !== nonce) now.setNonce(account, nonce);
  const wasWarm = account < then.length && then.warmIn[account] === then.transaction;
  now.warmIn[account] = wasWarm ? now.transaction : 0;
  if (now.code[account] !== code) now.setCode(account, now.codes[code].bytes);
}

const forget = (vm: Vm, [id]: [bigint]) => vm.kept.snapshots.delete(id);
const forgetAll = (vm: Vm) => vm.kept.snapshots.clear();
const back = (vm: Vm, [id]: [bigint]) => goBack(vm, id, false);
const backAndForget = (vm: Vm, [id]: [bigint]) => goBack(vm, id, true);

export const SNAPSHOTS: Cheatcodes = {
  'snapshot()(uint256)': take,
  'snapshotState()(uint256)': take,
  'revertTo(uint256)(bool)': back,
  'revertToState(uint256)(bool)': back,
  'revertToAndDelete(uint256)(bool)': backAndForget,
  'revertToStateAndDelete(uint256)(bool)': backAndForget,
  'deleteSnapshot(uint256)(bool)': forget,
  'deleteStateSnapshot(uint256)(bool)': forget,
  'deleteSnapshots()': forgetAll,
  'deleteStateSnapshots()': forgetAll,
};
