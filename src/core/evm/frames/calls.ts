/**
 * CALL, CALLCODE, DELEGATECALL and STATICCALL: a new frame runs now, or the
 * call is answered at once (a precompile, no code, or a failure that the
 * caller sees as 0).
 */

import { OpcodeResult, raise, raiseOutOfGas } from '../instructions/opcode-result';
import type { BeginningCall } from '../interceptor';
import type { Machine } from '../machine';
import { slice } from '../precompiles/result';
import { precompileIn } from '../precompiles/table';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';
import * as Op from '../rules/opcode-bytes';
import type { AccountIndex } from '../state/slots';
import { ViewedMachine, ViewedState } from '../state/view';
import * as W from '../words/words';
import {
  answerCall,
  answerIntercepted,
  forwardedGas,
  hasBalance,
  MAX_DEPTH,
  NOTHING,
  refuseCall,
  transfer,
  truncateLogs,
  type UnrunEnd,
} from './call-exchange';
import { beginAnsweringCreate } from './creates';
import { type Frame, FrameKind, type IsolatedCall } from './frame';
import { Halt } from './halt';
import { chargeState, NEW_ACCOUNT, refillState } from './state-gas';

const EMPTY = new Uint8Array(0);
/** Bytes of calldata, more than any precompile that reads the state takes; it refuses more. */
const MOST_LOOKED_AT = 65_536;

/** The code that runs at `account`: its own, or what it delegates to (EIP-7702). */
function codeOf(machine: Machine, account: AccountIndex): { code: number; delegate: AccountIndex | undefined } {
  const { state } = machine;
  const code = state.code[account];
  // Before Prague a test may have put a delegation there, and revm follows it.
  const delegates = machine.fork >= Fork.prague || machine.interceptor !== undefined;
  const designator = delegates ? state.codes[code].delegate : undefined;
  if (designator === undefined) return { code, delegate: undefined };
  const delegate = state.indexOf(designator, 0);
  // A delegation to a precompile runs empty code, and delegations do not chain.
  if (precompileIn(machine.block, designator, 0)) return { code: 0, delegate };
  return { code: state.code[delegate], delegate };
}

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
    if (!precompile.require(new ViewedState(state), input, state.addressBytes(frame.self))) return OpcodeResult.missing;
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
    frame.gas = gas;
    return raiseOutOfGas(machine, end);
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
  const isStatic = frame.isStatic || op === Op.STATICCALL;
  const from = op === Op.DELEGATECALL ? frame.caller : frame.self;
  const call: BeginningCall | undefined = interceptor && {
    ...{ kind, frame, target, isStatic, value, gas: childGas, input },
    ...{ from, self, code: target },
  };
  const answer = call && interceptor?.call(call);
  const payer = call !== undefined && op !== Op.DELEGATECALL ? call.from : frame.self;
  const row =
    machine.watcher?.enter({
      kind,
      depth: frame.depth + 1,
      from: payer,
      to: target,
      value: op === Op.STATICCALL ? undefined : value,
      gas: childGas,
      input,
    }) ?? -1;

  if (answer !== undefined && 'init' in answer)
    return (
      beginAnsweringCreate(machine, frame, answer, back, row) ??
      endUnrun(machine, frame, call, row, { halt: Halt.revert, back })
    );
  if (answer !== undefined) return endUnrun(machine, frame, call, row, { ...answer, back });

  const tooDeep = frame.depth + 1 > MAX_DEPTH;
  if (tooDeep || (withValue && hasValue && !hasBalance(state, payer, value))) {
    const halt = tooDeep ? Halt.callDepth : Halt.insufficientBalance;
    const result = endUnrun(machine, frame, call, row, { halt, back });
    refillState(machine, frame, charged);
    return result;
  }

  const begun = interceptor?.isolates({ kind, frame, from: payer, to: target, isCreate: false, input }, childGas);
  if (begun === 'refused') return endUnrun(machine, frame, call, row, { halt: Halt.revert, back });
  const isolated = begun?.isolated;
  if (begun !== undefined) back.gas = begun.gas;
  const unrun = (end: Partial<UnrunEnd> & Pick<UnrunEnd, 'back'>) => endUnrun(machine, frame, call, row, end, isolated);
  const snapshot = state.snapshot();
  const logs = machine.logs.length;
  if (op === Op.CALL) {
    // A call of nothing to nobody makes no account since EIP-161.
    if (!state.exists(target) && !precompile && fork >= Fork.spuriousDragon && !hasValue) return unrun({ back });
    transfer(machine, payer, target, value);
  } else if (op === Op.STATICCALL) state.touch(target);
  if (precompile) {
    const result = precompile.run(input, back.gas, fork, {
      state: new ViewedMachine(machine),
      caller: state.addressBytes(frame.self),
      self: state.addressBytes(self),
      isStatic: frame.isStatic || op === Op.STATICCALL,
      depth: frame.depth + 1,
      type: machine.transaction.type,
    });
    if (result.ok) {
      back.gas -= result.gas;
      return unrun({ back, gasUsed: result.gas, output: result.output });
    }
    state.revertTo(snapshot);
    truncateLogs(machine, logs);
    const halt = result.error === undefined ? Halt.outOfGas : Halt.precompileFailed;
    const { gas: taken = back.gas } = result;
    const rest = result.gas === undefined ? NOTHING : { ...back, gas: back.gas - taken };
    const end = unrun({ halt, detail: result.error ?? '', back: rest, gasUsed: taken });
    refillState(machine, frame, charged);
    return end;
  }
  const running = call !== undefined && call.code !== target ? codeOf(machine, call.code).code : code;
  if (state.codes[running].bytes.length === 0) return unrun({ back });

  const child = machine.takeFrame();
  child.start(state.codes[running], machine.set);
  child.parent = frame;
  child.kind = kind;
  child.depth = frame.depth + 1;
  child.self = call?.self ?? self;
  child.caller = call?.from ?? from;
  child.codeAccount = call?.code ?? target;
  child.isStatic = isStatic;
  W.copy(value, 0, child.value, 0);
  child.input = input;
  child.fund(back.gas, share.reserve, machine.stateGas, charged);
  child.snapshot = snapshot;
  child.logs = logs;
  child.refund = machine.refund;
  child.row = row;
  child.isolated = isolated;
  frame.stays++;
  machine.frame = child;
  interceptor?.entered(child);
  return OpcodeResult.left;
}

/** Ends a call that has no frame of its own; an interceptor says how its caller sees that. */
function endUnrun(
  machine: Machine,
  frame: Frame,
  call: BeginningCall | undefined,
  row: number,
  end: Partial<UnrunEnd> & Pick<UnrunEnd, 'back'>,
  isolated?: IsolatedCall,
): OpcodeResult {
  const whole = { halt: Halt.none, detail: '', gasUsed: 0, output: EMPTY, ...end };
  if (isolated !== undefined && machine.interceptor !== undefined) {
    const gas = machine.interceptor.endIsolated(isolated, whole.back.gas, whole.halt === Halt.none);
    whole.back = { ...whole.back, gas: whole.halt === Halt.none ? gas : 0 };
  }
  return call === undefined ? answerCall(machine, frame, row, whole) : answerIntercepted(machine, call, row, whole);
}
