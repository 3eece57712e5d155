/** Cheatcodes that say what is to come: reverts, events, calls, creations. */

import { hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { CheatError } from '../cheats/cheat-error';
import type { AcceptedRevert, ExpectedCall, ExpectedEmit } from '../cheats/cheat-state';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

type RevertParts = { reason?: Hex; isPartial?: boolean; reverter?: Address; count?: bigint; ofCheatcode?: boolean };

function expectRevert(vm: Vm, { reason, isPartial = false, reverter, count = 1n, ofCheatcode = false }: RevertParts) {
  if (vm.kept.expectedRevert !== undefined)
    throw new CheatError('you must call another function prior to expecting a second revert');
  vm.kept.expectedRevert = {
    reason: reason === undefined ? undefined : hexToBytes(reason),
    isPartial,
    reverter: reverter === undefined ? undefined : vm.account(reverter),
    revertedBy: undefined,
    depth: vm.depth,
    maxDepth: vm.depth,
    count: Number(count),
    seen: 0,
    ofCheatcode,
    isPending: true,
  };
}

type EmitParts = { checks?: readonly boolean[]; emitter?: Address; count?: bigint; isAnonymous?: boolean };

function expectEmit(vm: Vm, { checks, emitter, count, isAnonymous = false }: EmitParts): void {
  const { expectedEmits } = vm.kept;
  const found = expectedEmits.findIndex(({ isFound }) => isFound);
  // Those that were found stay behind those that are awaited.
  expectedEmits.splice(found < 0 ? expectedEmits.length : found, 0, {
    depth: vm.depth,
    checks: (checks ?? [true, true, true, true, true]) as ExpectedEmit['checks'],
    emitter: emitter === undefined ? undefined : vm.account(emitter),
    isAnonymous,
    count: Number(count ?? 1n),
    log: undefined,
    isFound: false,
    seen: new Map(),
    mismatch: undefined,
  });
}

type CallParts = { value?: bigint; gas?: bigint; minGas?: bigint; count?: bigint; isDelegate?: boolean };

function expectCall(vm: Vm, target: Address, data: Hex, parts: CallParts): void {
  const stipend = parts.value !== undefined && parts.value > 0n ? 2300 : 0;
  const one: ExpectedCall = {
    target: vm.account(target),
    data: hexToBytes(data),
    value: parts.value,
    gas: parts.gas === undefined ? undefined : Number(parts.gas) + stipend,
    minGas: parts.minGas === undefined ? undefined : Number(parts.minGas) + stipend,
    isDelegate: parts.isDelegate ?? false,
    count: Number(parts.count ?? 1n),
    isExact: parts.count !== undefined,
    seen: 0,
  };
  const before = vm.kept.expectedCalls.find(
    ({ target, data: given, isDelegate }) =>
      target === one.target && same(given, one.data) && isDelegate === one.isDelegate,
  );
  if (before === undefined) vm.kept.expectedCalls.push(one);
  else if (one.isExact) throw new CheatError('counted expected calls can only bet set once');
  else if (before.isExact) throw new CheatError('cannot overwrite a counted expectCall with a non-counted expectCall');
  else before.count++;
}

/** Returns whether both are the same bytes. */
export function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Takes four flags; the first topic is always checked. */
const flags = (topics: readonly boolean[]) => [true, ...topics];
const create =
  (isCreate2: boolean) =>
  (vm: Vm, [code, deployer]: [Hex, Address]) => {
    vm.kept.expectedCreates.push({ code: hexToBytes(code), deployer: vm.account(deployer), isCreate2 });
  };

type Accepted = { reverter: Address; partialMatch: boolean; revertData: Hex } | readonly [Address, boolean, Hex];

function assumeNoRevert(vm: Vm, given: readonly Accepted[]): void {
  if (vm.kept.assumedNoRevert !== undefined)
    throw new CheatError('you must make another external call prior to calling assumeNoRevert again');
  if (vm.kept.expectedRevert !== undefined)
    throw new CheatError('you must make another external call prior to calling assumeNoRevert again');
  const accepted = given.map((one): AcceptedRevert => {
    const [reverter, isPartial, data] = Object.values(one) as [Address, boolean, Hex];
    return {
      reverter: /^0x0+$/.test(reverter) ? undefined : vm.account(reverter),
      isPartial,
      reason: hexToBytes(data),
    };
  });
  vm.kept.assumedNoRevert = { depth: vm.depth, accepted, revertedBy: undefined };
}

export const EXPECTATIONS: Cheatcodes = {
  'expectRevert()': (vm) => expectRevert(vm, {}),
  'expectRevert(bytes4)': (vm, [reason]: [Hex]) => expectRevert(vm, { reason }),
  'expectRevert(bytes)': (vm, [reason]: [Hex]) => expectRevert(vm, { reason }),
  'expectRevert(address)': (vm, [reverter]: [Address]) => expectRevert(vm, { reverter }),
  'expectRevert(uint64)': (vm, [count]: [bigint]) => expectRevert(vm, { count }),
  'expectRevert(bytes4,address)': (vm, [reason, reverter]: [Hex, Address]) => expectRevert(vm, { reason, reverter }),
  'expectRevert(bytes,address)': (vm, [reason, reverter]: [Hex, Address]) => expectRevert(vm, { reason, reverter }),
  'expectRevert(bytes4,uint64)': (vm, [reason, count]: [Hex, bigint]) => expectRevert(vm, { reason, count }),
  'expectRevert(bytes,uint64)': (vm, [reason, count]: [Hex, bigint]) => expectRevert(vm, { reason, count }),
  'expectRevert(address,uint64)': (vm, [reverter, count]: [Address, bigint]) => expectRevert(vm, { reverter, count }),
  'expectRevert(bytes4,address,uint64)': (vm, [reason, reverter, count]: [Hex, Address, bigint]) =>
    expectRevert(vm, { reason, reverter, count }),
  'expectRevert(bytes,address,uint64)': (vm, [reason, reverter, count]: [Hex, Address, bigint]) =>
    expectRevert(vm, { reason, reverter, count }),
  'expectPartialRevert(bytes4)': (vm, [reason]: [Hex]) => expectRevert(vm, { reason, isPartial: true }),
  'expectPartialRevert(bytes4,address)': (vm, [reason, reverter]: [Hex, Address]) =>
    expectRevert(vm, { reason, reverter, isPartial: true }),
  '_expectCheatcodeRevert()': (vm) => expectRevert(vm, { ofCheatcode: true }),
  '_expectCheatcodeRevert(bytes4)': (vm, [reason]: [Hex]) => expectRevert(vm, { reason, ofCheatcode: true }),
  '_expectCheatcodeRevert(bytes)': (vm, [reason]: [Hex]) => expectRevert(vm, { reason, ofCheatcode: true }),
  'expectEmit()': (vm) => expectEmit(vm, {}),
  'expectEmit(address)': (vm, [emitter]: [Address]) => expectEmit(vm, { emitter }),
  'expectEmit(uint64)': (vm, [count]: [bigint]) => expectEmit(vm, { count }),
  'expectEmit(address,uint64)': (vm, [emitter, count]: [Address, bigint]) => expectEmit(vm, { emitter, count }),
  'expectEmit(bool,bool,bool,bool)': (vm, topics: readonly boolean[]) => expectEmit(vm, { checks: flags(topics) }),
  'expectEmit(bool,bool,bool,bool,address)': (
    vm,
    [a, b, c, d, emitter]: [boolean, boolean, boolean, boolean, Address],
  ) => expectEmit(vm, { checks: flags([a, b, c, d]), emitter }),
  'expectEmit(bool,bool,bool,bool,uint64)': (vm, [a, b, c, d, count]: [boolean, boolean, boolean, boolean, bigint]) =>
    expectEmit(vm, { checks: flags([a, b, c, d]), count }),
  'expectEmit(bool,bool,bool,bool,address,uint64)': (
    vm,
    [a, b, c, d, emitter, count]: [boolean, boolean, boolean, boolean, Address, bigint],
  ) => expectEmit(vm, { checks: flags([a, b, c, d]), emitter, count }),
  'expectEmitAnonymous()': (vm) => expectEmit(vm, { isAnonymous: true }),
  'expectEmitAnonymous(address)': (vm, [emitter]: [Address]) => expectEmit(vm, { isAnonymous: true, emitter }),
  'expectEmitAnonymous(bool,bool,bool,bool,bool)': (vm, checks: readonly boolean[]) =>
    expectEmit(vm, { isAnonymous: true, checks }),
  'expectEmitAnonymous(bool,bool,bool,bool,bool,address)': (
    vm,
    [a, b, c, d, e, emitter]: [boolean, boolean, boolean, boolean, boolean, Address],
  ) => expectEmit(vm, { isAnonymous: true, checks: [a, b, c, d, e], emitter }),
  'expectCall(address,bytes)': (vm, [target, data]: [Address, Hex]) => expectCall(vm, target, data, {}),
  'expectCall(address,bytes,uint64)': (vm, [target, data, count]: [Address, Hex, bigint]) =>
    expectCall(vm, target, data, { count }),
  'expectCall(address,uint256,bytes)': (vm, [target, value, data]: [Address, bigint, Hex]) =>
    expectCall(vm, target, data, { value }),
  'expectCall(address,uint256,bytes,uint64)': (vm, [target, value, data, count]: [Address, bigint, Hex, bigint]) =>
    expectCall(vm, target, data, { value, count }),
  'expectCall(address,uint256,uint64,bytes)': (vm, [target, value, gas, data]: [Address, bigint, bigint, Hex]) =>
    expectCall(vm, target, data, { value, gas }),
  'expectCall(address,uint256,uint64,bytes,uint64)': (
    vm,
    [target, value, gas, data, count]: [Address, bigint, bigint, Hex, bigint],
  ) => expectCall(vm, target, data, { value, gas, count }),
  'expectCallMinGas(address,uint256,uint64,bytes)': (
    vm,
    [target, value, minGas, data]: [Address, bigint, bigint, Hex],
  ) => expectCall(vm, target, data, { value, minGas }),
  'expectCallMinGas(address,uint256,uint64,bytes,uint64)': (
    vm,
    [target, value, minGas, data, count]: [Address, bigint, bigint, Hex, bigint],
  ) => expectCall(vm, target, data, { value, minGas, count }),
  'expectDelegateCall(address,bytes)': (vm, [target, data]: [Address, Hex]) =>
    expectCall(vm, target, data, { isDelegate: true }),
  'expectCreate(bytes,address)': create(false),
  'expectCreate2(bytes,address)': create(true),
  'assumeNoRevert()': (vm) => assumeNoRevert(vm, []),
  'assumeNoRevert((address,bool,bytes))': (vm, [one]: [Accepted]) => assumeNoRevert(vm, [one]),
  'assumeNoRevert((address,bool,bytes)[])': (vm, [all]: [readonly Accepted[]]) => assumeNoRevert(vm, all),
};
