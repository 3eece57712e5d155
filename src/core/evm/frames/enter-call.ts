/**
 * Lets a call that was paid for begin: its frame runs now, or it is answered at once (a precompile, no code, or a failure
 * that the caller sees as 0).
 */
import { OpcodeResult } from '../instructions/opcode-result';
import type { BeginningCall } from '../interceptor';
import type { Machine } from '../machine';
import { precompileIn } from '../precompiles/table';
import { Fork } from '../rules/forks';
import type { AccountIndex } from '../state/slots';
import { ViewedMachine } from '../state/view';
import * as W from '../words/words';
import {
  type Amount,
  answerCall,
  answerIntercepted,
  hasBalance,
  MAX_DEPTH,
  NOTHING,
  transfer,
  truncateLogs,
  type UnrunEnd,
} from './call-exchange';
import { type Frame, FrameKind, type IsolatedCall } from './frame';
import { Halt } from './halt';
import { beginAnsweringCreate } from './start-create';
import { refillState } from './state-gas';

const EMPTY = new Uint8Array(0);

/** A call whose gas its caller has paid. */
export type PaidCall = {
  kind: Frame['kind'];
  target: AccountIndex;
  /** Index of the code that runs, among the codes of the state. */
  code: number;
  precompile: ReturnType<typeof precompileIn>;
  /** Account whose storage the code acts on. */
  self: AccountIndex;
  from: AccountIndex;
  isStatic: boolean;
  value: W.Limbs;
  /** A part of a memory that stays as it is until the call returns. */
  input: Uint8Array;
  /** Stipend included. */
  gas: Amount;
  /** State gas that its caller took for the account. */
  charged: number;
};

/** Returns the code that runs at `account`: its own, or what it delegates to (EIP-7702). */
export function codeOf(machine: Machine, account: AccountIndex): { code: number; delegate: AccountIndex | undefined } {
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

/** Begins the call in a frame of its own, or answers it. */
export function enterCall(machine: Machine, frame: Frame, paid: PaidCall): OpcodeResult {
  const { state, fork, interceptor } = machine;
  const { kind, target, code, precompile, self, from, isStatic, value, input, charged, gas: back } = paid;
  const movesValue = (kind === FrameKind.call || kind === FrameKind.callcode) && !W.isZero(value, 0);
  const call: BeginningCall | undefined = interceptor && {
    ...{ kind, frame, target, isStatic, value, gas: back.gas, input },
    ...{ from, self, code: target },
  };
  const answer = call && interceptor?.call(call);
  const payer = call !== undefined && kind !== FrameKind.delegatecall ? call.from : frame.self;
  const row =
    machine.watcher?.enter({
      kind,
      depth: frame.depth + 1,
      from: payer,
      to: target,
      value: kind === FrameKind.staticcall ? undefined : value,
      gas: back.gas,
      input,
    }) ?? -1;

  if (answer !== undefined && 'init' in answer)
    return (
      beginAnsweringCreate(machine, frame, answer, back, row) ??
      endUnrun(machine, frame, call, row, { halt: Halt.revert, back })
    );
  if (answer !== undefined) return endUnrun(machine, frame, call, row, { ...answer, back });

  const tooDeep = frame.depth + 1 > MAX_DEPTH;
  if (tooDeep || (movesValue && !hasBalance(state, payer, value))) {
    const halt = tooDeep ? Halt.callDepth : Halt.insufficientBalance;
    const result = endUnrun(machine, frame, call, row, { halt, back });
    refillState(machine, frame, charged);
    return result;
  }

  const begun = interceptor?.isolates({ kind, frame, from: payer, to: target, isCreate: false, input }, back.gas);
  if (begun === 'refused') return endUnrun(machine, frame, call, row, { halt: Halt.revert, back });
  const isolated = begun?.isolated;
  if (begun !== undefined) back.gas = begun.gas;
  const unrun = (end: Partial<UnrunEnd> & Pick<UnrunEnd, 'back'>) => endUnrun(machine, frame, call, row, end, isolated);
  const snapshot = state.snapshot();
  const logs = machine.logs.length;
  if (kind === FrameKind.call) {
    // A call of nothing to nobody makes no account since EIP-161.
    if (!state.exists(target) && !precompile && fork >= Fork.spuriousDragon && !movesValue) return unrun({ back });
    transfer(machine, payer, target, value);
  } else if (kind === FrameKind.staticcall) state.touch(target);
  if (precompile) {
    const result = precompile.run(input, back.gas, fork, {
      state: new ViewedMachine(machine),
      block: machine.block,
      caller: state.addressBytes(frame.self),
      self: state.addressBytes(self),
      isStatic,
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
  child.fund(back.gas, back.reserve, machine.stateGas, charged);
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
