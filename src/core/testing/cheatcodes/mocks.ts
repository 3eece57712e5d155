/** Cheatcodes that answer calls in the place of contracts. */

import { hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';
import { same } from './expectations';

/** STOP: an account that is mocked has code, or Solidity would not call it. */
const SOME_CODE = Uint8Array.of(0);

function mock(vm: Vm, address: Address, data: Hex, answers: readonly Hex[], value?: bigint, reverts = false): void {
  const target = vm.reach(address);
  if (vm.codeOf(target).length === 0) vm.state.setCode(target, SOME_CODE);
  vm.kept.mocks = vm.kept.mocks.filter(
    (one) => one.target !== target || one.value !== value || !same(one.data, hexToBytes(data)),
  );
  vm.kept.mocks.push({ target, data: hexToBytes(data), value, answers: answers.map(hexToBytes), given: 0, reverts });
}

type Plain = [Address, Hex, Hex];
type Paid = [Address, bigint, Hex, Hex];
const plain =
  (reverts: boolean) =>
  (vm: Vm, [to, data, answer]: Plain) =>
    mock(vm, to, data, [answer], undefined, reverts);
const paid =
  (reverts: boolean) =>
  (vm: Vm, [to, value, data, answer]: Paid) =>
    mock(vm, to, data, [answer], value, reverts);

export const MOCKS: Cheatcodes = {
  'mockCall(address,bytes,bytes)': plain(false),
  'mockCall(address,bytes4,bytes)': plain(false),
  'mockCall(address,uint256,bytes,bytes)': paid(false),
  'mockCall(address,uint256,bytes4,bytes)': paid(false),
  'mockCallRevert(address,bytes,bytes)': plain(true),
  'mockCallRevert(address,bytes4,bytes)': plain(true),
  'mockCallRevert(address,uint256,bytes,bytes)': paid(true),
  'mockCallRevert(address,uint256,bytes4,bytes)': paid(true),
  'mockCalls(address,bytes,bytes[])': (vm, [to, data, answers]: [Address, Hex, readonly Hex[]]) =>
    mock(vm, to, data, answers),
  'mockCalls(address,uint256,bytes,bytes[])': (
    vm,
    [to, value, data, answers]: [Address, bigint, Hex, readonly Hex[]],
  ) => mock(vm, to, data, answers, value),
  'mockFunction(address,address,bytes)': (vm, [from, to, data]: [Address, Address, Hex]) => {
    const one = { target: vm.account(from), to: vm.account(to), data: hexToBytes(data) };
    const isOther = ({ target, data: given }: Vm['kept']['mockedFunctions'][number]) =>
      target !== one.target || !same(given, one.data);
    vm.kept.mockedFunctions = [...vm.kept.mockedFunctions.filter(isOther), one];
  },
  'clearMockedCalls()': (vm) => {
    vm.kept.mocks = [];
  },
};
