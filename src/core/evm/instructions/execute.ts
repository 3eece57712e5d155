/** The instructions that no segment holds (segments.ts), by opcode. */
import { beginCall } from '../frames/calls';
import { beginCreate } from '../frames/creates';
import type { Frame } from '../frames/frame';
import { endFrame, selfdestruct } from '../frames/frame-end';
import { Halt } from '../frames/halt';
import type { Machine } from '../machine';
import * as Gas from '../rules/gas';
import * as Op from '../rules/opcode-bytes';
import { opcodeName } from '../rules/opcodes';
import * as W from '../words/words';
import { blockHash, copyCode, gasLeft, lookAtAccount } from './accounts';
import { reachDeep } from './deep-stack';
import { accessMemory, copyToMemory, copyWithin, hash, log, power } from './memory';
import { OpcodeResult, payMemory, raise } from './opcode-result';
import { loadSlot, loadTransient, storeSlot, storeTransient } from './storage';

const EMPTY = new Uint8Array(0);

/** Executes `op`, whose constant gas is taken off; before that the frame had `gasBefore`. */
export function executeInstruction(machine: Machine, frame: Frame, op: number, gasBefore: number): OpcodeResult {
  switch (op) {
    case Op.STOP:
      machine.watcher?.step(frame.pc, 0);
      endFrame(machine, frame, Halt.none, '', EMPTY);
      return OpcodeResult.left;
    case Op.EXP:
      return power(machine, frame);
    case Op.KECCAK256:
      return hash(machine, frame);
    case Op.BALANCE:
    case Op.EXTCODESIZE:
    case Op.EXTCODEHASH:
      return lookAtAccount(machine, frame, op);
    case Op.CALLDATACOPY:
    case Op.CODECOPY:
    case Op.RETURNDATACOPY:
      return copyToMemory(machine, frame, op);
    case Op.EXTCODECOPY:
      return copyCode(machine, frame);
    case Op.BLOCKHASH:
      return blockHash(machine, frame);
    case Op.MLOAD:
    case Op.MSTORE:
    case Op.MSTORE8:
      return accessMemory(machine, frame, op);
    case Op.SLOAD:
      return loadSlot(machine, frame);
    case Op.SSTORE:
      return storeSlot(machine, frame, gasBefore);
    case Op.GAS:
      return gasLeft(frame);
    case Op.TLOAD:
      return loadTransient(machine, frame);
    case Op.TSTORE:
      return storeTransient(machine, frame);
    case Op.MCOPY:
      return copyWithin(machine, frame);
    case Op.LOG0:
    case Op.LOG1:
    case Op.LOG2:
    case Op.LOG3:
    case Op.LOG4:
      return log(machine, frame, op, gasBefore);
    case Op.DUPN:
    case Op.SWAPN:
    case Op.EXCHANGE:
      return reachDeep(machine, frame, op);
    case Op.CREATE:
    case Op.CREATE2:
      return beginCreate(machine, frame, op, gasBefore);
    case Op.CALL:
    case Op.CALLCODE:
    case Op.DELEGATECALL:
    case Op.STATICCALL:
      return beginCall(machine, frame, op, gasBefore);
    case Op.RETURN:
    case Op.REVERT:
      return leave(machine, frame, op, gasBefore);
    case Op.SELFDESTRUCT:
      return selfdestruct(machine, frame, gasBefore);
    default:
      machine.detail = opcodeName(op);
      return raise(machine, Halt.invalidOpcode);
  }
}

/** RETURN and REVERT. */
function leave(machine: Machine, frame: Frame, op: number, gasBefore: number): OpcodeResult {
  const { stack: s, sp } = frame;
  const size = W.toNumber(s, sp - 16);
  const end = Gas.memoryEnd(W.toNumber(s, sp - 8), size);
  if (!payMemory(machine, frame, end)) return OpcodeResult.halted;
  frame.expand(end);
  machine.watcher?.step(frame.pc, gasBefore - frame.gas);
  const output = size === 0 ? EMPTY : frame.memory.slice(end - size, end);
  endFrame(machine, frame, op === Op.RETURN ? Halt.none : Halt.revert, '', output);
  return OpcodeResult.left;
}
