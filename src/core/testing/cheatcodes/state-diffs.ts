/** Cheatcodes that record which accounts and slots calls reach, and tell what changed. */

import { checksumAddress } from '../../chain/address';
import { bytesToHex, wordHex } from '../../chain/hex';
import type { Address } from '../../chain/primitives';
import type { AccountIndex } from '../../evm/state/slots';
import type { Artefact } from '../artefact';
import type { AccountAccess, StorageAccess } from '../cheats/cheat-state';
import { decodeSlot, type Layout, layoutOf, type SlotChanges, type SlotName, slotName } from '../cheats/slot-names';
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

/** The value before and after, by the first and the last access. */
type Change<T> = [T, T];
type ChangedSlot = { values: Change<bigint>; name: SlotName | undefined };
type Changed = {
  contract: string | undefined;
  layout: Layout | undefined;
  balance?: Change<bigint>;
  nonce?: Change<bigint>;
  slots: Map<bigint, ChangedSlot>;
};

/** Slots whose constants tell a proxy, and the contract that forge takes it for: EIP-1967 and EIP-1822. */
const PROXIES = [
  ['360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc', 'TransparentUpgradeableProxy'],
  ['c5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7', 'UUPSUpgradeable'],
] as const;

function artefactAt(vm: Vm, account: AccountIndex): Artefact | undefined {
  const code = vm.codeOf(account);
  const hex = bytesToHex(code);
  const { artefacts } = vm.project;
  for (const [slot, name] of PROXIES) {
    const proxy = hex.includes(slot) ? artefacts.find((one) => one.name === name) : undefined;
    if (proxy !== undefined) return proxy;
  }
  return contractOfCode(artefacts, code);
}

const isWritten = ({ isWrite, reverted }: StorageAccess) => isWrite && !reverted;

/** Accounts whose storage or balance was reached: the contracts of these are looked up. */
function reached(accesses: readonly AccountAccess[]): ReadonlySet<AccountIndex> {
  const accounts = new Set<AccountIndex>();
  for (const { account, storage, balances } of accesses) {
    if (storage.length === 0 && balances[0] === balances[1]) continue;
    accounts.add(account);
    for (const access of storage) if (isWritten(access)) accounts.add(access.account);
  }
  return accounts;
}

/** Changed accounts in the order of their addresses. */
function changes(vm: Vm): [Address, Changed][] {
  const accesses = recorded(vm);
  const known = reached(accesses);
  const found = new Map<AccountIndex, Changed>();
  const of = (account: AccountIndex): Changed => {
    const before = found.get(account);
    if (before !== undefined) return before;
    const artefact = known.has(account) ? artefactAt(vm, account) : undefined;
    const contract = artefact?.id;
    const changed = { contract, layout: artefact && layoutOf(artefact.raw.storageLayout), slots: new Map() };
    found.set(account, changed);
    return changed;
  };
  for (const { account, balances, nonces, storage } of accesses) {
    if (balances[0] !== balances[1]) {
      const changed = of(account);
      changed.balance = [changed.balance?.[0] ?? balances[0], balances[1]];
    }
    if (nonces[0] !== nonces[1]) {
      const changed = of(account);
      changed.nonce = [changed.nonce?.[0] ?? nonces[0], nonces[1]];
    }
    const written = storage.filter(isWritten);
    const own: SlotChanges = new Map(written.map(({ slot, before, after }) => [slot, [before, after]]));
    for (const access of written) noteSlot(vm, of(access.account), access, own);
  }
  return [...found]
    .map(([account, changed]): [Address, Changed] => [vm.addressOf(account), changed])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function noteSlot(vm: Vm, { layout, slots }: Changed, access: StorageAccess, own: SlotChanges): void {
  const { account, slot, before, after } = access;
  const mappings = vm.kept.mappings?.get(account);
  const changed = slots.get(slot) ?? {
    values: [before, after],
    name: layout && slotName(layout, slot, mappings, own),
  };
  changed.values[1] = after;
  slots.set(slot, changed);
  if (changed.name !== undefined) decodeSlot(changed.name, [changed.values[0], after], own);
}

const sortedSlots = ({ slots }: Changed) => [...slots].sort(([a], [b]) => (a < b ? -1 : 1));

function slotLine([slot, { values, name }]: readonly [bigint, ChangedSlot]): string {
  const [was, is] = name?.decoded ?? values.map(wordHex);
  return `@ ${wordHex(slot)}${name === undefined ? '' : ` (${name.label}, ${name.decodes})`}: ${was} → ${is}`;
}

function asText(vm: Vm): string {
  return changes(vm)
    .map(([address, changed]) => {
      const { balance, nonce, contract } = changed;
      const label = vm.kept.labels.get(address);
      const slots = sortedSlots(changed).map(slotLine);
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

const valuePair = <T>(change: Change<bigint>, shown: (value: bigint) => T) => ({
  previousValue: shown(change[0]),
  newValue: shown(change[1]),
});

function nameFields({ label, type, offset, slot, members, decoded, keys }: SlotName): Record<string, unknown> {
  return {
    ...{ label, type, offset, slot: slot.toString() },
    ...(members && { members: members.map(nameFields) }),
    ...(decoded && { decoded: { previousValue: decoded[0], newValue: decoded[1] } }),
    ...(keys && (keys.length === 1 ? { key: keys[0] } : { keys })),
  };
}

function asJson(vm: Vm): string {
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  const accounts = changes(vm).map(([address, changed]) => [
    address,
    {
      label: vm.kept.labels.get(address) ?? null,
      contract: changed.contract ?? null,
      balanceDiff: changed.balance ? valuePair(changed.balance, hex) : null,
      nonceDiff: changed.nonce ? valuePair(changed.nonce, Number) : null,
      stateDiff: Object.fromEntries(
        sortedSlots(changed).map(([slot, { values, name }]) => [
          wordHex(slot),
          { ...valuePair(values, wordHex), ...(name && nameFields(name)) },
        ]),
      ),
    },
  ]);
  return JSON.stringify(Object.fromEntries(accounts));
}

export const STATE_DIFFS: Cheatcodes = {
  'startStateDiffRecording()': (vm) => {
    vm.kept.stateDiff = [];
    vm.kept.mappings ??= new Map();
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
