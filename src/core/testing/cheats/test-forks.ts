/** Forks of a test: what of the state stays where another chain takes the place of this one. */

import { bytesToAddress } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import { precompileIn } from '../../evm/precompiles/table';
import { Undo } from '../../evm/state/journal';
import { type AccountIndex, accountIndex, slotIndex } from '../../evm/state/slots';
import type { State } from '../../evm/state/state';
import { copy, fromBigInt, LIMBS } from '../../evm/words/words';
import { assert } from '../../values/assert';
import { CREATE2_DEPLOYER } from '../settings';
import type { Snapshot, TestFork } from './cheat-state';
import type { ForkedState } from './forked-state';
import { VM_ADDRESS, type Vm } from './vm';

/** Returns whether an account goes along to another fork. Without a word of the test these do: `vm`, the sender, the factory of CREATE2 and the test's contract. */
export function isPersistent(vm: Vm, account: Address): boolean {
  const said = vm.kept.persistent.get(account);
  if (said !== undefined) return said;
  let test = vm.caller;
  while (test.parent !== undefined) test = test.parent;
  return [VM_ADDRESS, CREATE2_DEPLOYER, vm.project.settings.sender, vm.addressOf(test.self)].includes(account);
}

/** Makes a fork the chain that the test runs on. What the one before held is kept for when it is selected again. */
export function selectFork(vm: Vm, at: number): void {
  const { kept, state } = vm;
  const { forks, activeFork: before } = kept;
  if (before === at) return;
  const fork = forks[at];
  assert(fork, 'only forks that were made are selected');
  if (before === undefined) {
    // As forge: what the same call made before the first fork is on all of them.
    changeChain(vm, undefined, true);
    kept.forkStart = state.copied();
  } else {
    forks[before] = { ...forks[before], state: state.copied(), block: vm.blockNow() };
    changeChain(vm, fork.state ?? kept.forkStart, false);
  }
  kept.activeFork = at;
  vm.setBlock(fork.block);
}

/** Makes a fork stand at another block; what it held is forgotten, but for what goes along and what was just made. */
export function rollFork(vm: Vm, at: number, rolled: TestFork): void {
  const { kept } = vm;
  kept.forks[at] = rolled;
  if (kept.activeFork !== at) return;
  changeChain(vm, undefined, true, 'accounts');
  vm.setBlock(rolled.block);
}

/** Makes a fork have what a transaction made of its chain. As forge: what a test changed itself of accounts that do not go along is forgotten. */
export function executeOnFork(vm: Vm, at: number, forked: ForkedState): void {
  const { kept } = vm;
  const { state: _, ...fork } = kept.forks[at];
  kept.forks[at] = { ...fork, forked };
  if (kept.activeFork === at) changeChain(vm, undefined, false, 'all');
}

/** Makes the chain of a snapshot the one that the test runs on again. */
export function returnToFork(vm: Vm, { activeFork, state }: Snapshot): void {
  const { kept } = vm;
  if (kept.activeFork === activeFork) return;
  if (kept.activeFork !== undefined)
    kept.forks[kept.activeFork] = { ...kept.forks[kept.activeFork], state: vm.state.copied(), block: vm.blockNow() };
  changeChain(vm, state, false);
  kept.activeFork = activeFork;
}

/** Puts what `then` knows in the place of all that does not go along; what it does not know is unknown from here on. `warm`: what stays warm. */
function changeChain(vm: Vm, then: State | undefined, keepsMade: boolean, warm?: 'accounts' | 'all'): void {
  const { state: now } = vm;
  const stays = new Uint8Array(now.length);
  for (let at = 0; at < now.length; at++) {
    const account = accountIndex(at);
    const isMade = keepsMade && now.isCreated(account);
    stays[at] = isMade || isPersistent(vm, bytesToAddress(now.addressBytes(account))) ? 1 : 0;
    if (stays[at] === 1) continue;
    // What is warm of a precompile stays so.
    const keepsWarm = warm !== undefined || precompileIn(vm.block, now.address, at * LIMBS) !== undefined;
    changeAccount(now, then, account, keepsWarm);
  }
  const { slots } = now;
  for (let at = 0; at < slots.length; at++) {
    if (stays[slots.account[at]] === 1) continue;
    const isOld = then !== undefined && at < then.slots.length && then.slots.known[at] === 1;
    slots.known[at] = isOld ? 1 : 0;
    for (const column of ['current', 'original'] as const)
      if (isOld) copy(then.slots[column], at * LIMBS, slots[column], at * LIMBS);
      else slots[column].fill(0, at * LIMBS, at * LIMBS + LIMBS);
    if (warm !== 'all') slots.warmIn[at] = isOld && then.slots.warmIn[at] === then.transaction ? now.transaction : 0;
  }
  settleJournal(now, stays);
}

function changeAccount(now: State, then: State | undefined, account: AccountIndex, keepsWarm: boolean): void {
  const isOld = then !== undefined && account < then.length && then.isKnown(account);
  const from = isOld ? then : undefined;
  const at = account * LIMBS;
  for (const column of ['balance', 'originalBalance'] as const)
    if (from) copy(from[column], at, now[column], at);
    else now[column].fill(0, at, at + LIMBS);
  now.nonce[account] = from?.nonce[account] ?? 0n;
  now.originalNonce[account] = from?.originalNonce[account] ?? 0n;
  for (const column of ['code', 'originalCode', 'flags', 'originalFlags'] as const)
    now[column][account] = from?.[column][account] ?? 0;
  if (keepsWarm) return;
  now.warmIn[account] = from !== undefined && from.warmIn[account] === from.transaction ? now.transaction : 0;
}

/** Makes what frames would undo of accounts that did not stay no change: they belong to another chain now. */
function settleJournal(now: State, stays: Uint8Array): void {
  const { journal, slots } = now;
  for (let at = 0; at < journal.length; at++) {
    const index = journal.index[at];
    const kind = journal.kind[at];
    const to = at * LIMBS;
    if (kind === Undo.transient) continue;
    const isSlot = kind === Undo.slot || kind === Undo.warmSlot;
    if (stays[isSlot ? slots.account[index] : index] === 1) continue;
    if (kind === Undo.slot) copy(slots.current, index * LIMBS, journal.word, to);
    else if (kind === Undo.balance) copy(now.balance, index * LIMBS, journal.word, to);
    else fromBigInt(smallOf(now, kind, index), journal.word, to);
  }
}

function smallOf(now: State, kind: number, index: number): bigint {
  if (kind === Undo.nonce) return now.nonce[accountIndex(index)];
  if (kind === Undo.code) return BigInt(now.code[index]);
  if (kind === Undo.flags) return BigInt(now.flags[index]);
  return BigInt(kind === Undo.warmSlot ? now.slots.warmIn[slotIndex(index)] : now.warmIn[index]);
}
