/**
 * CALL, CALLCODE, DELEGATECALL and STATICCALL: a new frame runs now, or the
 * call is answered at once (a precompile, no code, or a failure that the
 * caller sees as 0).
 */

import { OpcodeResult, raise, raiseOutOfGas } from '../instructions/opcode-result';
import type { Machine } from '../machine';
import { slice } from '../precompiles/result';
import { precompileIn } from '../precompiles/table';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';
import * as Op from '../rules/opcode-bytes';
import { ViewedState } from '../state/view';
import * as W from '../words/words';
import { forwardedGas, refuseCall } from './call-exchange';
import { codeOf, enterCall } from './enter-call';
import { type Frame, FrameKind } from './frame';
import { Halt } from './halt';
import { chargeState, NEW_ACCOUNT } from './state-gas';

const EMPTY = new Uint8Array(0);
/** Bytes of calldata, more than any precompile that reads the state takes; it refuses more. */
const MOST_LOOKED_AT = 65_536;

/** Executes CALL, CALLCODE, DELEGATECALL, STATICCALL. `frame.gas` has the constant part taken off already. */
export function beginCall(machine: Machine, frame: Frame, op: number, gasBefore: number): OpcodeResult {
  const { state, fork, prices } = machine;
  const s = frame.stack;
  const { sp } = frame;
  const withValue = op === Op.CALL || op === Op.CALLCODE;
  const target = state.indexOf(s, sp - 16);
  if (!state.requireAccount(target)) return OpcodeResult.missing;
  const { interceptor } = machine;
  const { code, delegate } = codeOf(machine, target);
  if (delegate !== undefined && !state.requireAccount(delegate)) return OpcodeResult.missing;
  const precompile = precompileIn(machine.block, s, sp - 16);
  if (precompile && !state.requireLibrary(precompile.library)) return OpcodeResult.missing;

  const self = op === Op.CALL || op === Op.STATICCALL ? target : frame.self;
  const hasValue = withValue && !W.isZero(s, sp - 24);
  if (op === Op.CALL && hasValue && frame.isStatic) return raise(machine, Halt.writeProtection);
  const args = withValue ? sp - 32 : sp - 24;
  const inSize = W.toNumber(s, args - 8);
  const inEnd = Gas.memoryEnd(W.toNumber(s, args), inSize);
  if (interceptor !== undefined && !interceptor.isReady(target, frame, W.toNumber(s, args), inSize))
    return OpcodeResult.missing;
  if (precompile?.require && inSize <= MOST_LOOKED_AT) {
    const memory = frame.memory.subarray(0, frame.memorySize);
    const input = slice(memory, W.toNumber(s, args), inSize);
    const caller = state.addressBytes(frame.self);
    if (!precompile.require(new ViewedState(state), input, caller, machine.block)) return OpcodeResult.missing;
  }
  const outSize = W.toNumber(s, args - 24);
  const outEnd = Gas.memoryEnd(W.toNumber(s, args - 16), outSize);
  const end = Math.max(inEnd, outEnd);

  let gas = frame.gas - frame.expansionGas(end);
  if (fork >= Fork.berlin) {
    gas -= state.warmAccount(target) ? prices.coldAccount : Gas.WARM_ACCESS;
    if (delegate !== undefined) gas -= state.warmAccount(delegate) ? prices.coldAccount : Gas.WARM_ACCESS;
  } else gas -= Gas.flatAccess(fork, 'call');
  if (hasValue) gas -= prices.callValue;
  const makes =
    op === Op.CALL && (fork >= Fork.spuriousDragon ? hasValue && state.isEmpty(target) : !state.exists(target));
  if (makes && fork < Fork.amsterdam) gas -= Gas.NEW_ACCOUNT;
  if (!(gas >= 0)) {
    const before = frame.gas;
    frame.gas = gas;
    return raiseOutOfGas(machine, frame, end, before);
  }
  const { stateGas } = machine;
  let charged = 0;
  if (makes && fork >= Fork.amsterdam) {
    frame.gas = gas;
    charged = NEW_ACCOUNT;
    if (!chargeState(machine, frame, charged)) return raise(machine, Halt.outOfGas);
    gas = frame.gas;
  }
  const share = forwardedGas(machine, frame, gas, W.toNumber(s, sp - 8), s, sp - 8);
  if (share === undefined) {
    frame.gas = -1;
    return raise(machine, Halt.outOfGas);
  }
  frame.expand(end);
  if (machine.watcher) {
    machine.watcher.step(frame.pc, gasBefore - frame.gas + stateGas - machine.stateGas);
    machine.watcher.account(target);
    if (delegate !== undefined) machine.watcher.account(delegate);
  }
  const childGas = hasValue ? share.gas + Gas.CALL_STIPEND : share.gas;
  const back = { gas: childGas, reserve: share.reserve };
  // No copy, since no gas pays for one: this memory stays as it is until the call returns.
  const input = inSize === 0 ? EMPTY : frame.memory.subarray(inEnd - inSize, inEnd);
  const { protocol } = machine.block;
  if (protocol?.refuses && !precompile)
    refuseCall(protocol, state.addressBytes(target), state.codes[code].bytes, input);
  const value = new Uint32Array(8);
  if (withValue) W.copy(s, sp - 24, value, 0);
  else if (op === Op.DELEGATECALL) W.copy(frame.value, 0, value, 0);
  frame.sp = args - 24;
  frame.outOffset = outEnd - outSize;
  frame.outSize = outSize;

  const kind =
    op === Op.CALL
      ? FrameKind.call
      : op === Op.CALLCODE
        ? FrameKind.callcode
        : op === Op.DELEGATECALL
          ? FrameKind.delegatecall
          : FrameKind.staticcall;
  const from = op === Op.DELEGATECALL ? frame.caller : frame.self;
  return enterCall(machine, frame, {
    ...{ kind, target, code, precompile, self, from, value, input, gas: back, charged },
    isStatic: frame.isStatic || op === Op.STATICCALL,
  });
}
