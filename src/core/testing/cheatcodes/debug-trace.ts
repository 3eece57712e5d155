/** Cheatcodes that record the instructions of calls for the test itself. */

import { CheatError } from '../cheats/cheat-error';
import type { DebugStep } from '../cheats/cheat-state';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';

const STEP = '(uint256[],bytes,uint8,uint64,bool,address)';

const listed = (vm: Vm, { stack, memory, op, depth, isOutOfGas, account }: DebugStep) => [
  ...[stack, memory, op, BigInt(depth), isOutOfGas, vm.addressOf(account)],
];

export const DEBUG_TRACE: Cheatcodes = {
  'startDebugTraceRecording()': ({ kept }) => {
    if (kept.debugSteps !== undefined) throw new CheatError('debug trace recording was already started');
    kept.debugSteps = [];
  },
  [`stopAndReturnDebugTraceRecording()(${STEP}[])`]: (vm) => {
    const steps = vm.kept.debugSteps;
    if (steps === undefined) throw new CheatError('nothing recorded');
    vm.kept.debugSteps = undefined;
    return steps.map((step) => listed(vm, step));
  },
};
