/** Instructions that look at other accounts and blocks, and GAS. */

import type { Frame } from '../frames/frame';
import { Halt } from '../frames/halt';
import type { Machine } from '../machine';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';
import * as Op from '../rules/opcode-bytes';
import type { AccountIndex } from '../state/slots';
import { ViewedState } from '../state/view';
import * as W from '../words/words';
import { copyPadded } from './memory';
import { OpcodeResult, payMemory, raise } from './opcode-result';

/** Executes BALANCE, EXTCODESIZE and EXTCODEHASH. */
export function lookAtAccount(machine: Machine, frame: Frame, op: number): OpcodeResult {
  const { state, watcher } = machine;
  const { stack: s } = frame;
  const a = frame.sp - 8;
  const account = state.indexOf(s, a);
  if (!state.requireAccount(account)) return OpcodeResult.missing;
  machine.interceptor?.looked(frame, account, op);
  const what = op === Op.BALANCE ? 'balance' : op === Op.EXTCODESIZE ? 'code' : 'codeHash';
  if (!frame.pay(accessGas(machine, account, what))) return raise(machine, Halt.outOfGas);
  if (watcher) watcher.account(account);
  if (op === Op.BALANCE) W.copy(state.balance, account << 3, s, a);
  else if (op === Op.EXTCODESIZE) W.setNumber(s, a, state.codes[state.code[account]].bytes.length);
  else if (!state.exists(account) || state.isEmpty(account)) W.setNumber(s, a, 0);
  else W.copy(state.codes[state.code[account]].hash, 0, s, a);
  return OpcodeResult.done;
}

/** What reaching the account costs; makes it warm (EIP-2929). */
function accessGas(
  { state, fork, prices }: Machine,
  account: AccountIndex,
  what: 'balance' | 'code' | 'codeHash',
): number {
  if (fork < Fork.berlin) return Gas.flatAccess(fork, what);
  const access = state.warmAccount(account) ? prices.coldAccount : Gas.WARM_ACCESS;
  return what === 'code' ? access + prices.codeRead : access;
}

/** Executes EXTCODECOPY. */
export function copyCode(machine: Machine, frame: Frame): OpcodeResult {
  const { state, watcher } = machine;
  const { stack: s, sp } = frame;
  const account = state.indexOf(s, sp - 8);
  if (!state.requireAccount(account)) return OpcodeResult.missing;
  machine.interceptor?.looked(frame, account, Op.EXTCODECOPY);
  const size = W.toNumber(s, sp - 32);
  const end = Gas.memoryEnd(W.toNumber(s, sp - 16), size);
  const access = accessGas(machine, account, 'code');
  if (!payMemory(machine, frame, end, Gas.COPY_WORD * Gas.wordsOf(size) + access)) return OpcodeResult.halted;
  if (watcher) watcher.account(account);
  frame.expand(end);
  copyPadded(state.codes[state.code[account]].bytes, W.toNumber(s, sp - 24), size, frame.memory, end - size);
  frame.sp = sp - 32;
  return OpcodeResult.done;
}

/** Executes BLOCKHASH: of the last 256 blocks, zero for all others. */
export function blockHash({ block, state }: Machine, frame: Frame): OpcodeResult {
  const { exact, protocol } = block;
  const { stack: s } = frame;
  const a = frame.sp - 8;
  const asked = W.toBigInt(s, a);
  const current = exact?.number ?? BigInt(block.number);
  if (asked >= current || asked < current - 256n) {
    W.setNumber(s, a, 0);
    return OpcodeResult.done;
  }
  const number = Number(asked);
  const ofProtocol = exact ? undefined : protocol?.blockHash;
  const hash = ofProtocol
    ? ofProtocol(new ViewedState(state), block, number)
    : exact
      ? exact.blockHash(asked)
      : block.blockHash(number);
  if (hash === undefined) {
    if (!ofProtocol) state.missing = { kind: 'blockHash', number };
    return OpcodeResult.missing;
  }
  W.fromBytes(hash, 0, 32, s, a);
  return OpcodeResult.done;
}

/** Executes GAS. */
export function gasLeft(frame: Frame): OpcodeResult {
  if (frame.reserve === 0n) W.setNumber(frame.stack, frame.sp, frame.gas);
  else W.fromBigInt(frame.reserve + BigInt(frame.gas), frame.stack, frame.sp);
  frame.sp += 8;
  return OpcodeResult.done;
}
