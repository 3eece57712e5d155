/**
 * Instructions that push a value of the frame, the transaction or the block, at
 * a constant price. The cases are literals for speed, see run-frame.ts.
 */
import type { Frame } from '../frames/frame';
import type { Machine } from '../machine';
import * as W from '../words/words';

/** Executes `op` on the stack whose top is below `sp`; returns the new `sp`. */
export function pushEnvironment(machine: Machine, frame: Frame, op: number, sp: number): number {
  const { state, block, words } = machine;
  const s = frame.stack;
  const a = sp - 8;
  switch (op) {
    case 0x30: // ADDRESS
      W.copy(state.address, frame.self << 3, s, sp);
      break;
    case 0x32: // ORIGIN
      W.copy(words.origin, 0, s, sp);
      break;
    case 0x33: // CALLER
      W.copy(state.address, frame.caller << 3, s, sp);
      break;
    case 0x34: // CALLVALUE
      W.copy(frame.value, 0, s, sp);
      break;
    case 0x35: // CALLDATALOAD
      loadPadded(frame.input, W.toNumber(s, a), s, a);
      return sp;
    case 0x36: // CALLDATASIZE
      W.setNumber(s, sp, frame.input.length);
      break;
    case 0x38: // CODESIZE
      W.setNumber(s, sp, frame.code.length);
      break;
    case 0x3a: // GASPRICE
      W.copy(machine.transaction.gasPrice, 0, s, sp);
      break;
    case 0x3d: // RETURNDATASIZE
      W.setNumber(s, sp, frame.returned.length);
      break;
    case 0x41: // COINBASE
      W.copy(words.coinbase, 0, s, sp);
      break;
    case 0x42: // TIMESTAMP
      if (block.exact) W.fromBigInt(block.exact.timestamp, s, sp);
      else W.setNumber(s, sp, block.timestamp);
      break;
    case 0x43: // NUMBER
      if (block.exact) W.fromBigInt(block.exact.number, s, sp);
      else W.setNumber(s, sp, block.number);
      break;
    case 0x44: // DIFFICULTY, PREVRANDAO since Paris (EIP-4399)
      W.copy(words.random, 0, s, sp);
      break;
    case 0x45: // GASLIMIT
      W.fromBigInt(BigInt(block.gasLimit), s, sp);
      break;
    case 0x46: // CHAINID
      W.copy(words.chainId, 0, s, sp);
      break;
    case 0x47: // SELFBALANCE
      // Warm it is, unless a test of contracts made it cold.
      state.warmAccount(frame.self);
      W.copy(state.balance, frame.self << 3, s, sp);
      break;
    case 0x48: // BASEFEE
      W.copy(words.baseFee, 0, s, sp);
      break;
    case 0x49: {
      // BLOBHASH
      const hash = machine.transaction.blobHashes[W.toNumber(s, a)];
      if (hash) W.fromBytes(hash, 0, 32, s, a);
      else W.setNumber(s, a, 0);
      return sp;
    }
    case 0x4a: // BLOBBASEFEE
      W.copy(words.blobBaseFee, 0, s, sp);
      break;
    case 0x4b: // SLOTNUM (EIP-7843)
      W.setNumber(s, sp, block.slotNumber ?? 0);
      break;
  }
  return sp + 8;
}

const padded = new Uint8Array(32);

/** Reads 32 bytes from `offset` on; past the end of the input they are zero. */
function loadPadded(input: Uint8Array, offset: number, s: W.Limbs, r: number): void {
  if (offset + 32 <= input.length) W.fromBytes(input, offset, 32, s, r);
  else if (offset >= input.length) W.setNumber(s, r, 0);
  else {
    padded.fill(0);
    padded.set(input.subarray(offset));
    W.fromBytes(padded, 0, 32, s, r);
  }
}
