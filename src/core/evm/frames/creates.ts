/** CREATE and CREATE2. */
import { assert } from '../../values/assert';
import { OpcodeResult, raise, raiseOutOfGas } from '../instructions/opcode-result';
import type { Machine } from '../machine';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';
import * as Op from '../rules/opcode-bytes';
import type { AccountIndex } from '../state/slots';
import * as W from '../words/words';
import { type Amount, answerCall, forwardedGas, NOTHING, takeAddress } from './call-exchange';
import { enterCall } from './enter-call';
import { type Frame, FrameKind } from './frame';
import { Halt } from './halt';
import { create2Address, createAddress, startCreate, whyRefused } from './start-create';
import { chargeState, NEW_ACCOUNT, refillState } from './state-gas';

const EMPTY = new Uint8Array(0);
const MAX_WORD = 2n ** 256n - 1n;
const word = new Uint32Array(8);

/** Executes CREATE and CREATE2 (EIP-1014). */
export function beginCreate(machine: Machine, frame: Frame, op: number, gasBefore: number): OpcodeResult {
  const { state, fork } = machine;
  const s = frame.stack;
  const { sp } = frame;
  const size = W.toNumber(s, sp - 24);
  const end = Gas.memoryEnd(W.toNumber(s, sp - 16), size);
  if (fork >= Fork.shanghai && size > machine.prices.maxInitCodeSize) {
    frame.gas = -1;
    const result = raiseOutOfGas(machine, frame, end, -1);
    // geth checks the size while it computes the gas.
    if (machine.raised === Halt.outOfGas && machine.detail === '')
      machine.detail = `max initcode size exceeded: size ${size}`;
    return result;
  }
  const perWord = (fork >= Fork.shanghai ? Gas.INIT_CODE_WORD : 0) + (op === Op.CREATE2 ? Gas.KECCAK_WORD : 0);
  const beforeMemory = frame.gas - perWord * Gas.wordsOf(size);
  let gas = beforeMemory - frame.expansionGas(end);
  if (!(gas >= 0)) {
    frame.gas = gas;
    return raiseOutOfGas(machine, frame, end, beforeMemory);
  }
  if (frame.isStatic) return raise(machine, Halt.writeProtection);
  // Memory grows only once nothing can be missing any more; what lies beyond it is zero.
  const init = new Uint8Array(size);
  if (size > 0 && end - size < frame.memorySize)
    init.set(frame.memory.subarray(end - size, Math.min(end, frame.memorySize)));
  const { interceptor } = machine;
  const value = new Uint32Array(8);
  W.copy(s, sp - 8, value, 0);
  const factory = op === Op.CREATE2 ? interceptor?.factory(frame) : undefined;
  if (factory !== undefined) {
    frame.gas = gas;
    frame.expand(end);
    machine.watcher?.step(frame.pc, gasBefore - gas);
    return callFactory(machine, frame, factory, value, init);
  }
  const creator = interceptor === undefined ? frame.self : interceptor.creator(frame);
  const address =
    op === Op.CREATE
      ? createAddress(state.addressBytes(creator), state.nonce[creator])
      : create2Address(state.addressBytes(creator), s, sp - 32, init);
  const target = state.indexOfAddress(address);
  if (!state.requireAccount(target)) return OpcodeResult.missing;

  const { stateGas } = machine;
  const refused = whyRefused(machine, frame, creator, value);
  let charged = 0;
  if (fork >= Fork.amsterdam && refused === Halt.none && state.isEmpty(target)) {
    frame.gas = gas;
    charged = NEW_ACCOUNT;
    if (!chargeState(machine, frame, charged)) return raise(machine, Halt.outOfGas);
    gas = frame.gas;
  }
  frame.expand(end);
  machine.watcher?.step(frame.pc, gasBefore - gas + stateGas - machine.stateGas);
  machine.watcher?.account(target);
  const share = allThatMayGo(machine, frame, gas);
  const forwarded = share.gas;
  frame.sp = op === Op.CREATE ? sp - 24 : sp - 32;
  frame.outSize = 0;
  const kind = op === Op.CREATE ? FrameKind.create : FrameKind.create2;
  const row =
    machine.watcher?.enter({
      kind,
      depth: frame.depth + 1,
      from: creator,
      to: target,
      value,
      gas: forwarded,
      input: init,
    }) ?? -1;
  const refuse = (halt: Halt, back: Amount) =>
    answerCall(machine, frame, row, { halt, detail: '', back, gasUsed: forwarded - back.gas, output: EMPTY });
  const answer = interceptor?.create(frame, init, target, kind);
  if (answer) return answerCall(machine, frame, row, { ...answer, detail: '', back: share, gasUsed: 0 });
  if (refused !== Halt.none) return refuse(refused, share);
  const begun = interceptor?.isolates(
    { kind, frame, from: creator, to: target, isCreate: true, input: init },
    share.gas,
  );
  if (begun === 'refused') return refuse(Halt.revert, share);
  if (begun !== undefined) share.gas = begun.gas;
  state.setNonce(creator, state.nonce[creator] + 1n);
  // Warm even when the creation fails (EIP-2929).
  if (fork >= Fork.berlin) state.warmAccount(target);
  // EIP-684 and EIP-7610.
  if (state.nonce[target] !== 0n || state.code[target] !== 0 || state.hasStorage(target)) {
    const gas = begun === undefined ? 0 : (interceptor?.endIsolated(begun.isolated, 0, false) ?? 0);
    const answered = refuse(Halt.createCollision, { ...NOTHING, gas });
    refillState(machine, frame, charged);
    return answered;
  }

  const { isolated } = begun ?? {};
  startCreate(machine, frame, kind, creator, target, value, init, share, row, charged, { isolated });
  return OpcodeResult.left;
}

/** Takes off the frame what a creation gets: all that it may give away. */
function allThatMayGo(machine: Machine, frame: Frame, gas: number): Amount {
  W.fromBigInt(MAX_WORD, word, 0);
  const asked = machine.fork >= Fork.tangerineWhistle ? Number.POSITIVE_INFINITY : gas;
  const share = forwardedGas(machine, frame, gas, asked, word, 0);
  assert(share, 'a create takes what there is');
  return share;
}

/** Calls a factory in the place of a CREATE2, with the salt and the init code behind it. */
function callFactory(
  machine: Machine,
  frame: Frame,
  factory: AccountIndex,
  value: W.Limbs,
  init: Uint8Array,
): OpcodeResult {
  const { state } = machine;
  const input = new Uint8Array(32 + init.length);
  W.toBytes(frame.stack, frame.sp - 32, input, 0);
  input.set(init, 32);
  frame.sp -= 32;
  frame.outSize = 0;
  machine.watcher?.account(factory);
  state.warmAccount(factory);
  const result = enterCall(machine, frame, {
    ...{ kind: FrameKind.call, target: factory, code: state.code[factory], precompile: undefined, self: factory },
    ...{ from: frame.self, isStatic: false, value, input, charged: 0 },
    gas: allThatMayGo(machine, frame, frame.gas),
  });
  const child = machine.frame;
  if (child === undefined || child === frame) takeAddress(frame);
  else child.makes = true;
  return result;
}
