/** Mocks: calls that are answered in the place of a contract, or run another one's code. */

import { FrameKind } from '../../evm/frames/frame';
import { Halt } from '../../evm/frames/halt';
import type { BeginningCall, Ending } from '../../evm/interceptor';
import type { AccountIndex } from '../../evm/state/slots';
import { toBigInt } from '../../evm/words/words';
import type { CheatState } from './cheat-state';
import { startsWith, type Vm } from './vm';

const EMPTY = new Uint8Array(0);

/** Lets the call run the code that its function is mocked with: that of the longest calldata. */
export function mockFunction(vm: Vm, call: BeginningCall): void {
  let best: { to: AccountIndex; data: Uint8Array } | undefined;
  for (const mock of vm.kept.mockedFunctions)
    if (mock.target === call.target && startsWith(call.input, mock.data))
      if (best === undefined || mock.data.length > best.data.length) best = mock;
  if (best) call.code = best.to;
}

/** Returns how a mocked call ends, and moves its value; undefined for one that is not mocked. */
export function mockedCall(vm: Vm, call: BeginningCall): Ending | undefined {
  const value = call.kind === FrameKind.delegatecall ? undefined : toBigInt(call.value, 0);
  let best: CheatState['mocks'][number] | undefined;
  // The longest calldata decides, one with a value before one without.
  for (const mock of vm.kept.mocks) {
    if (mock.target !== call.target || !startsWith(call.input, mock.data)) continue;
    if (mock.value !== undefined && mock.value !== value) continue;
    const isBetter =
      best === undefined ||
      mock.data.length > best.data.length ||
      (mock.data.length === best.data.length && mock.value !== undefined && best.value === undefined);
    if (isBetter) best = mock;
  }
  if (best === undefined) return undefined;
  const output = best.answers[Math.min(best.given, best.answers.length - 1)] ?? EMPTY;
  best.given++;
  if (!best.reverts && value !== undefined && value > 0n) {
    const { state } = vm;
    const held = toBigInt(state.balance, call.from << 3);
    if (held < value) return { halt: Halt.insufficientBalance, output: EMPTY };
    vm.setBalance(call.from, held - value);
    vm.setBalance(call.target, toBigInt(state.balance, call.target << 3) + value);
  }
  return { halt: best.reverts ? Halt.revert : Halt.none, output };
}
