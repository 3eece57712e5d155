/** Pranks: calls that come from somebody else than who makes them, as forge 1.7.1 applies them. */

import { FrameKind } from '../../evm/frames/frame';
import type { BeginningCall } from '../../evm/interceptor';
import type { Prank } from './cheat-state';
import type { Vm } from './vm';

/** Changes who calls, and the origin, where the prank is of this call; `depth` is that of the call. */
export function applyPrank(vm: Vm, prank: Prank, depth: number, call: BeginningCall): void {
  const isDelegate = call.kind === FrameKind.delegatecall;
  const actsFor = prank.delegates && isDelegate && depth === prank.depth;
  if (!actsFor && call.from !== prank.caller) return;
  if (actsFor) call.self = prank.newCaller;
  else if (depth === prank.depth) reachCaller(vm, prank);
  if (depth === prank.depth) {
    call.from = prank.newCaller;
    prank.isUsed = true;
  }
  if (prank.newOrigin === undefined) return;
  vm.setOrigin(prank.newOrigin);
  prank.isUsed = true;
}

/** Makes who calls instead warm and touched, in each transaction that the prank lasts for. */
export function reachCaller({ state }: Vm, { newCaller }: Prank): void {
  state.warmAccount(newCaller);
  state.touch(newCaller);
}
