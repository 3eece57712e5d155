/** The instructions that no segment holds (segments.ts), by opcode. */
import { beginCall } from '../frames/calls';
import { beginCreate } from '../frames/creates';
import type { Frame } from '../frames/frame';
import { endFrame, selfdestruct } from '../frames/frame-end';
import { Halt } from '../frames/halt';
import type { Machine } from '../machine';
import * as Gas from '../rules/gas';
import { opcodeName } from '../rules/opcodes';
import * as W from '../words/words';
import { blockHash, copyCode, gasLeft, lookAtAccount } from './accounts';
import { accessMemory, copyToMemory, copyWithin, hash, log, power } from './memory';
import { Outcome, outOfGas } from './outcome';
import { loadSlot, loadTransient, storeSlot, storeTransient } from './storage';

const EMPTY = new Uint8Array(0);

/** Executes `op`, whose constant gas is taken off; before that the frame had `gasBefore`. */
export function executeInstruction(machine: Machine, frame: Frame, op: number, gasBefore: number): Outcome {
  switch (op) {
    case 0x00: // STOP
      machine.watcher?.step(frame.pc, 0);
      endFrame(machine, frame, Halt.none, '', EMPTY);
      return Outcome.left;
    case 0x0a: // EXP
      return power(machine, frame);
    case 0x20: // KECCAK256
      return hash(machine, frame);
    case 0x31: // BALANCE
    case 0x3b: // EXTCODESIZE
    case 0x3f: // EXTCODEHASH
      return lookAtAccount(machine, frame, op);
    case 0x37: // CALLDATACOPY
    case 0x39: // CODECOPY
    case 0x3e: // RETURNDATACOPY
      return copyToMemory(machine, frame, op);
    case 0x3c: // EXTCODECOPY
      return copyCode(machine, frame);
    case 0x40: // BLOCKHASH
      return blockHash(machine, frame);
    case 0x51: // MLOAD
    case 0x52: // MSTORE
    case 0x53: // MSTORE8
      return accessMemory(machine, frame, op);
    case 0x54: // SLOAD
      return loadSlot(machine, frame);
    case 0x55: // SSTORE
      return storeSlot(machine, frame);
    case 0x5a: // GAS
      return gasLeft(frame);
    case 0x5c: // TLOAD
      return loadTransient(machine, frame);
    case 0x5d: // TSTORE
      return storeTransient(machine, frame);
    case 0x5e: // MCOPY
      return copyWithin(machine, frame);
    case 0xa0: // LOG0
    case 0xa1: // LOG1
    case 0xa2: // LOG2
    case 0xa3: // LOG3
    case 0xa4: // LOG4
      return log(machine, frame, op);
    case 0xf0: // CREATE
    case 0xf5: // CREATE2
      return beginCreate(machine, frame, op, gasBefore);
    case 0xf1: // CALL
    case 0xf2: // CALLCODE
    case 0xf4: // DELEGATECALL
    case 0xfa: // STATICCALL
      return beginCall(machine, frame, op, gasBefore);
    case 0xf3: // RETURN
    case 0xfd: // REVERT
      return leave(machine, frame, op, gasBefore);
    case 0xff: // SELFDESTRUCT
      return selfdestruct(machine, frame, gasBefore);
    default:
      machine.detail = opcodeName(op);
      return Halt.invalidOpcode;
  }
}

/** RETURN and REVERT. */
function leave(machine: Machine, frame: Frame, op: number, gasBefore: number): Outcome {
  const { stack: s, sp } = frame;
  const size = W.toNumber(s, sp - 16);
  const end = Gas.memoryEnd(W.toNumber(s, sp - 8), size);
  if (!frame.pay(frame.expansionGas(end))) return outOfGas(machine, end);
  frame.expand(end);
  machine.watcher?.step(frame.pc, gasBefore - frame.gas);
  const output = size === 0 ? EMPTY : frame.memory.slice(end - size, end);
  endFrame(machine, frame, op === 0xf3 ? Halt.none : Halt.revert, '', output);
  return Outcome.left;
}
