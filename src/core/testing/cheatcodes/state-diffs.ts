/** Cheatcodes that record which accounts and slots calls reach, and tell what changed. */

import { checksumAddress } from '../../chain/address';
import { wordHex } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import type { AccountIndex } from '../../evm/state/slots';
import { readFields, readList } from '../../values/json-fields';
import { Unsupported } from '../cheats/cheat-error';
import type { AccountAccess, StorageAccess } from '../cheats/cheat-state';
import type { Vm } from '../cheats/vm';
import { contractOfCode } from '../contract-of-code';
import type { Cheatcodes } from './cheatcode';

const SLOT = '(address,bytes32,bool,bytes32,bytes32,bool)';
const ACCOUNT = `((uint256,uint256),uint8,address,address,bool,uint256,uint256,bytes,uint256,bytes,bool,${SLOT}[],uint64,uint64,uint64)`;

const recorded = (vm: Vm): AccountAccess[] => (vm.kept.stateDiff ?? []).flat();

function slotValues(vm: Vm, { account, slot, isWrite, before, after, reverted }: StorageAccess): unknown[] {
  return [vm.addressOf(account), wordHex(slot), isWrite, wordHex(before), wordHex(after), reverted];
}

function accountValues(vm: Vm, access: AccountAccess): unknown[] {
  const { kind, account, accessor, initialized, balances, nonces, deployedCode, value, data, reverted } = access;
  const storage = access.storage.map((slot) => slotValues(vm, slot));
  return [
    [0n, vm.block.chainId],
    ...[kind, vm.addressOf(account), vm.addressOf(accessor), initialized, ...balances],
    ...[deployedCode, value, data, reverted, storage, BigInt(access.depth), ...nonces],
  ];
}

/** From and to, as the first and the last access had it. */
type Change<T> = [T, T];
type Changed = { balance?: Change<bigint>; nonce?: Change<bigint>; slots: Map<bigint, Change<bigint>> };

/** Changed accounts in the order of their addresses. */
function changes(vm: Vm): [Address, AccountIndex, Changed][] {
  const found = new Map<AccountIndex, Changed>();
  const of = (account: AccountIndex): Changed => {
    const changed = found.get(account) ?? { slots: new Map() };
    found.set(account, changed);
    return changed;
  };
  for (const { account, balances, nonces, reverted, storage } of recorded(vm)) {
    if (balances[0] !== balances[1]) {
      const changed = of(account);
      changed.balance = [changed.balance?.[0] ?? balances[0], balances[1]];
    }
    if (nonces[0] !== nonces[1] && !reverted) {
      const changed = of(account);
      changed.nonce = [changed.nonce?.[0] ?? nonces[0], nonces[1]];
    }
    for (const { account: owner, slot, isWrite, before, after, reverted: isUndone } of storage) {
      if (!isWrite || isUndone) continue;
      const { slots } = of(owner);
      slots.set(slot, [slots.get(slot)?.[0] ?? before, after]);
    }
  }
  return [...found]
    .map(([account, changed]): [Address, AccountIndex, Changed] => [vm.addressOf(account), account, changed])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `file:name` of the contract at an account. forge names the variable of a slot where the build has a layout: that is not done here. */
function contractAt(vm: Vm, account: AccountIndex, { slots }: Changed): string | undefined {
  const artefact = contractOfCode(vm.project.artefacts, vm.codeOf(account));
  if (artefact === undefined) return undefined;
  if (slots.size > 0 && readList(readFields(artefact.raw.storageLayout).storage).length > 0)
    throw new Unsupported('slots are not named by a storage layout here');
  return `${artefact.file}:${artefact.name}`;
}

const sortedSlots = ({ slots }: Changed) => [...slots].sort(([a], [b]) => (a < b ? -1 : 1));

function asText(vm: Vm): string {
  return changes(vm)
    .map(([address, account, changed]) => {
      const { balance, nonce } = changed;
      const label = vm.kept.labels.get(address);
      const contract = contractAt(vm, account, changed);
      const slots = sortedSlots(changed).map(
        ([slot, [from, to]]) => `@ ${wordHex(slot)}: ${wordHex(from)} → ${wordHex(to)}`,
      );
      const lines = [
        checksumAddress(address),
        ...(label === undefined ? [] : [`label: ${label}`]),
        ...(contract === undefined ? [] : [`contract: ${contract}`]),
        ...(balance && balance[0] !== balance[1] ? [`- balance diff: ${balance.join(' → ')}`] : []),
        ...(nonce && nonce[0] !== nonce[1] ? [`- nonce diff: ${nonce.join(' → ')}`] : []),
        ...(slots.length === 0 ? [] : ['- state diff:', ...slots]),
      ];
      return `${lines.join('\n')}\n\n`;
    })
    .join('');
}

function asJson(vm: Vm): string {
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  const pair = <T>(change: Change<bigint> | undefined, shown: (value: bigint) => T) =>
    change === undefined ? null : { previousValue: shown(change[0]), newValue: shown(change[1]) };
  const accounts = changes(vm).map(([address, account, changed]) => [
    address,
    {
      label: vm.kept.labels.get(address) ?? null,
      contract: contractAt(vm, account, changed) ?? null,
      balanceDiff: pair(changed.balance, hex),
      nonceDiff: pair(changed.nonce, Number),
      stateDiff: Object.fromEntries(
        sortedSlots(changed).map(([slot, change]) => [wordHex(slot), pair(change, wordHex)]),
      ),
    },
  ]);
  return JSON.stringify(Object.fromEntries(accounts));
}

export const STATE_DIFFS: Cheatcodes = {
  'startStateDiffRecording()': (vm) => {
    vm.kept.stateDiff = [];
  },
  [`stopAndReturnStateDiff()(${ACCOUNT}[])`]: (vm) => {
    const values = recorded(vm).map((access) => accountValues(vm, access));
    vm.kept.stateDiff = vm.kept.stateDiff && [];
    return values;
  },
  [`getStorageAccesses()(${SLOT}[])`]: (vm) =>
    recorded(vm).flatMap(({ storage }) => storage.map((slot) => slotValues(vm, slot))),
  'getStateDiff()(string)': asText,
  'getStateDiffJson()(string)': asJson,
};
