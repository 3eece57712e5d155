/** Instructions that may make memory grow: loads and stores, copies, hashes, logs. */

import type { Frame } from '../frames/frame';
import { endFrame } from '../frames/frame-end';
import { Halt } from '../frames/halt';
import type { Machine } from '../machine';
import { Fork } from '../rules/forks';
import * as Gas from '../rules/gas';
import * as Op from '../rules/opcode-bytes';
import { exp } from '../words/arithmetic';
import { keccak256 } from '../words/keccak';
import * as W from '../words/words';
import { OpcodeResult, payMemory, raise } from './opcode-result';

const EMPTY = new Uint8Array(0);

/** Executes MLOAD, MSTORE and MSTORE8. */
export function accessMemory(machine: Machine, frame: Frame, op: number): OpcodeResult {
  const { stack: s, sp } = frame;
  const offset = W.toNumber(s, sp - 8);
  const end = offset + (op === Op.MSTORE8 ? 1 : 32);
  if (!payMemory(machine, frame, end)) return OpcodeResult.halted;
  frame.expand(end);
  if (op === Op.MLOAD) W.fromBytes(frame.memory, offset, 32, s, sp - 8);
  else {
    if (op === Op.MSTORE) W.toBytes(s, sp - 16, frame.memory, offset);
    else frame.memory[offset] = s[sp - 16];
    frame.sp = sp - 16;
  }
  return OpcodeResult.done;
}

/** Executes KECCAK256. */
export function hash(machine: Machine, frame: Frame): OpcodeResult {
  const { stack: s, sp } = frame;
  const offset = W.toNumber(s, sp - 8);
  const size = W.toNumber(s, sp - 16);
  const end = Gas.memoryEnd(offset, size);
  if (!payMemory(machine, frame, end, Gas.KECCAK_WORD * Gas.wordsOf(size))) return OpcodeResult.halted;
  frame.expand(end);
  if (size === 0) keccak256(EMPTY, 0, 0, s, sp - 16);
  else keccak256(frame.memory, offset, size, s, sp - 16);
  machine.watcher?.keccak(frame.memory, offset, size, s, sp - 16);
  frame.sp = sp - 8;
  return OpcodeResult.done;
}

/** Executes CALLDATACOPY, CODECOPY, RETURNDATACOPY. */
export function copyToMemory(machine: Machine, frame: Frame, op: number): OpcodeResult {
  const { stack: s, sp } = frame;
  const from = W.toNumber(s, sp - 16);
  const size = W.toNumber(s, sp - 24);
  const end = Gas.memoryEnd(W.toNumber(s, sp - 8), size);
  const isBeyond = op === Op.RETURNDATACOPY && from + size > frame.returned.length;
  // revm pays for no copy that it does not make, which tells where an interceptor keeps what a failure left.
  const isPaid = !isBeyond || machine.interceptor === undefined;
  if (isPaid && !payMemory(machine, frame, end, Gas.COPY_WORD * Gas.wordsOf(size))) return OpcodeResult.halted;
  if (isBeyond) return raise(machine, Halt.returnDataOutOfBounds); // EIP-211
  frame.expand(end);
  const source = op === Op.CALLDATACOPY ? frame.input : op === Op.CODECOPY ? frame.code : frame.returned;
  copyPadded(source, from, size, frame.memory, end - size);
  frame.sp = sp - 24;
  return OpcodeResult.done;
}

/** Copies `size` bytes of `from` starting at `offset` into `to` at `at`; past its end `from` reads as zeros. */
export function copyPadded(from: Uint8Array, offset: number, size: number, to: Uint8Array, at: number): void {
  if (size === 0) return;
  const available = offset >= from.length ? 0 : Math.min(size, from.length - offset);
  if (available > 0) to.set(from.subarray(offset, offset + available), at);
  if (available < size) to.fill(0, at + available, at + size);
}

/** Executes MCOPY (EIP-5656). */
export function copyWithin(machine: Machine, frame: Frame): OpcodeResult {
  const { stack: s, sp } = frame;
  const to = W.toNumber(s, sp - 8);
  const from = W.toNumber(s, sp - 16);
  const size = W.toNumber(s, sp - 24);
  const end = Math.max(Gas.memoryEnd(to, size), Gas.memoryEnd(from, size));
  if (!payMemory(machine, frame, end, Gas.COPY_WORD * Gas.wordsOf(size))) return OpcodeResult.halted;
  frame.expand(end);
  if (size > 0) frame.memory.copyWithin(to, from, from + size);
  frame.sp = sp - 24;
  return OpcodeResult.done;
}

/** Executes LOG0 to LOG4. */
export function log(machine: Machine, frame: Frame, op: number, gasBefore: number): OpcodeResult {
  const { stack: s, sp } = frame;
  const size = W.toNumber(s, sp - 16);
  const end = Gas.memoryEnd(W.toNumber(s, sp - 8), size);
  if (!payMemory(machine, frame, end, Gas.LOG_DATA * size)) return OpcodeResult.halted;
  if (frame.isStatic) return raise(machine, Halt.writeProtection);
  frame.expand(end);
  const topicCount = op - Op.LOG0;
  const topics = new Uint32Array(topicCount * 8);
  for (let i = 0; i < topicCount; i++) W.copy(s, sp - 24 - i * 8, topics, i * 8);
  const data = size === 0 ? EMPTY : frame.memory.slice(end - size, end);
  machine.logs.push({ address: frame.self, topics, topicCount, data });
  machine.watcher?.log(frame.self, topics, topicCount, data, false);
  frame.sp = sp - 16 - topicCount * 8;
  const refusal = machine.interceptor?.logged(frame.self, topics, topicCount, data);
  if (refusal === undefined) return OpcodeResult.done;
  machine.watcher?.step(frame.pc, gasBefore - frame.gas);
  endFrame(machine, frame, Halt.revert, '', refusal);
  return OpcodeResult.left;
}

/** Executes EXP: its price grows with the exponent (EIP-160). */
export function power(machine: Machine, frame: Frame): OpcodeResult {
  const { stack: s, sp } = frame;
  const perByte = machine.fork >= Fork.spuriousDragon ? 50 : 10;
  if (!frame.pay(W.byteLength(s, sp - 16) * perByte)) return raise(machine, Halt.outOfGas);
  exp(s, sp - 8, sp - 16, sp - 16);
  frame.sp = sp - 8;
  return OpcodeResult.done;
}
