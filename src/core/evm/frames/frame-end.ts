/** How frames end: what is kept or undone, the code a create leaves behind, and accounts that go. */

import { OpcodeResult, raise } from '../instructions/opcode-result';
import type { Machine } from '../machine';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';
import * as Op from '../rules/opcode-bytes';
import * as W from '../words/words';
import { deliverResult, takeAddress, transfer, truncateLogs } from './call-exchange';
import { type Frame, FrameKind } from './frame';
import { Halt } from './halt';
import { chargeState, codeStateGas, keepState, NEW_ACCOUNT, refillState, undoState } from './state-gas';

const EMPTY = new Uint8Array(0);
const word = new Uint32Array(8);

/** Ends `frame`: keeps or undoes what it did, and hands gas and returndata to its caller. */
export function endFrame(machine: Machine, frame: Frame, ended: Halt, endedDetail: string, output: Uint8Array): void {
  const { state } = machine;
  const isCreate = frame.kind === FrameKind.create || frame.kind === FrameKind.create2;
  let halt = ended;
  if (isCreate && halt === Halt.none) halt = deposit(machine, frame, output);
  let { refund } = machine;
  let lostGas = 0;
  // Frontier keeps an account whose code could not be paid for, without code.
  const keepsAccount = halt === Halt.codeStoreOutOfGas && machine.fork < Fork.homestead;
  if (halt !== Halt.none && !keepsAccount) {
    state.revertTo(frame.snapshot);
    truncateLogs(machine, frame.logs);
    machine.refund = frame.refund;
    undoState(machine, frame);
    if (halt !== Halt.revert) {
      if (halt !== Halt.outOfGas) lostGas = Math.max(0, frame.gas);
      frame.gas = 0;
      frame.reserve = 0n;
    }
  }
  let gasLeft = frame.gas;
  const { interceptor } = machine;
  if (frame.isolated !== undefined && interceptor !== undefined) {
    const { isolated } = frame;
    gasLeft = interceptor.endIsolated(isolated, frame.gas, halt === Halt.none);
    const isLost = halt !== Halt.none && halt !== Halt.revert;
    frame.gas = isLost ? 0 : gasLeft;
    lostGas = isLost ? gasLeft : 0;
    frame.gasLimit = isolated.limit;
    frame.refund = isolated.refund;
    ({ refund } = machine);
  }
  let kept = halt === Halt.none || halt === Halt.revert || keepsAccount ? output : EMPTY;
  let told: Halt = keepsAccount ? Halt.none : halt;
  let made = frame.self;
  if (interceptor !== undefined) {
    const { kind, self, isStatic, gasLimit, caller: from } = frame;
    const lost = { gas: lostGas, refund: refund - machine.refund };
    const call = { kind, frame, caller: frame.parent, from, self, isStatic, gasLimit, gasLeft, lost };
    const ending = interceptor.ended(call, { halt: told, output: kept });
    told = ending.halt;
    kept = ending.output;
    made = ending.created ?? made;
  }
  const used = frame.gasLimit - frame.gas + frame.stateGasLimit - machine.stateGas;
  machine.watcher?.exit(frame.row, told, endedDetail, used, kept);
  if (frame.answers !== undefined) machine.watcher?.exit(frame.answers, told, '', 0, kept);

  const { parent } = frame;
  machine.frame = parent;
  if (parent === undefined) {
    machine.halt = told;
    machine.haltDetail = endedDetail;
    machine.output = kept;
    machine.gasLeft = frame.reserve + BigInt(frame.gas);
    machine.stateUsed = frame.stateUsed;
    machine.spilled = frame.spilled;
  } else {
    parent.refill(frame.gas, frame.reserve);
    const success = told === Halt.none;
    keepState(parent, frame);
    if (!success) refillState(machine, parent, frame.entryCharge);
    const isMade = isCreate && success && frame.answers === undefined;
    deliverResult(parent, success, isMade ? EMPTY : kept);
    if (isMade) W.copy(state.address, made << 3, parent.stack, parent.sp - 8);
    if (frame.makes) takeAddress(parent);
    parent.pc++;
  }
  machine.giveBack(frame);
}

/** Stores the code a create returned, or says why not. */
function deposit(machine: Machine, frame: Frame, code: Uint8Array): Halt {
  const { fork, state } = machine;
  if (fork >= Fork.spuriousDragon && code.length > machine.prices.maxCodeSize) return Halt.codeSizeExceeded;
  if (fork >= Fork.london && code[0] === 0xef) return Halt.invalidCodePrefix;
  const byWord = fork >= Fork.amsterdam; // EIP-8037: its hash, and its bytes as state
  const price = byWord ? Gas.KECCAK_WORD * Gas.wordsOf(code.length) : Gas.CODE_DEPOSIT * code.length;
  if (frame.gas < price) return Halt.codeStoreOutOfGas;
  frame.gas -= price;
  if (byWord && !chargeState(machine, frame, codeStateGas(code.length))) return Halt.codeStoreOutOfGas;
  state.setCode(frame.self, code);
  return Halt.none;
}

/** Executes SELFDESTRUCT: EIP-150, EIP-161, EIP-2929, EIP-3529, EIP-6780, EIP-8037, EIP-8038, EIP-8246 (draft of 2026-05-22). */
export function selfdestruct(machine: Machine, frame: Frame, gasBefore: number): OpcodeResult {
  const { state, fork } = machine;
  const { stateGas } = machine;
  if (frame.isStatic) return raise(machine, Halt.writeProtection);
  const beneficiary = state.indexOf(frame.stack, frame.sp - 8);
  if (!state.requireAccount(beneficiary)) return OpcodeResult.missing;
  machine.interceptor?.looked(frame, beneficiary, Op.SELFDESTRUCT);
  const balance = state.balance.slice(frame.self << 3, (frame.self << 3) + 8);
  const hasBalance = !W.isZero(balance, 0);
  let { gas } = frame;
  if (fork >= Fork.tangerineWhistle) gas -= 5000;
  if (fork >= Fork.berlin && state.warmAccount(beneficiary)) gas -= machine.prices.coldAccount;
  if (fork >= Fork.spuriousDragon) {
    if (hasBalance && state.isEmpty(beneficiary)) gas -= fork >= Fork.amsterdam ? Gas.ACCOUNT_WRITE : Gas.NEW_ACCOUNT;
  } else if (fork >= Fork.tangerineWhistle && !state.exists(beneficiary)) gas -= Gas.NEW_ACCOUNT;
  if (gas < 0) {
    frame.gas = gas;
    return raise(machine, Halt.outOfGas);
  }
  frame.gas = gas;
  if (fork >= Fork.amsterdam && hasBalance && state.isEmpty(beneficiary)) {
    if (!chargeState(machine, frame, NEW_ACCOUNT)) return raise(machine, Halt.outOfGas);
  }
  machine.watcher?.step(frame.pc, gasBefore - frame.gas + stateGas - machine.stateGas);
  machine.watcher?.account(beneficiary);
  machine.watcher?.selfdestruct(frame, beneficiary, balance);
  if (fork < Fork.london && !state.isDestructed(frame.self)) machine.refund += 24000;
  const goes = fork < Fork.cancun || state.isCreated(frame.self);
  // The balance moves first, so that sending it to oneself burns it where the account goes (until EIP-8246).
  transfer(machine, frame.self, beneficiary, balance, true);
  if (goes) {
    word.fill(0);
    if (fork < Fork.amsterdam) state.setBalance(frame.self, word, 0);
    state.markDestructed(frame.self);
  }
  endFrame(machine, frame, Halt.none, '', EMPTY);
  return OpcodeResult.left;
}
