/** Bytecode with what executing it needs, made once per distinct code. */
import { keccak } from '../chain/keccak';
import type { InstructionSet } from './rules/opcodes';
import { findSegments, type Segments } from './segments';
import { fromBytes, type Limbs } from './words/words';

export type Code = {
  bytes: Uint8Array;
  /** keccak256 as a word. */
  hash: Limbs;
  /** The address a delegation designator (EIP-7702) points to, as a word; undefined for ordinary code. */
  delegate: Limbs | undefined;
  /** The code prepared for the interpreter; made when it is first executed. */
  runnable: RunnableCode | undefined;
};

export type RunnableCode = {
  set: InstructionSet;
  /** The bytes and PADDING zeros: past its end code reads as STOP, and a PUSH there as zeros. */
  padded: Uint8Array;
  segments: Segments;
};

const PADDING = 33;

export function makeCode(bytes: Uint8Array): Code {
  const hash = new Uint32Array(8);
  fromBytes(keccak(bytes), 0, 32, hash, 0);
  let delegate: Limbs | undefined;
  if (bytes.length === 23 && bytes[0] === 0xef && bytes[1] === 0x01 && bytes[2] === 0x00) {
    delegate = new Uint32Array(8);
    fromBytes(bytes, 3, 20, delegate, 0);
  }
  return { bytes, hash, delegate, runnable: undefined };
}

/** Returns the code made ready to run under an instruction set; linear once, then constant. */
export function runnableCode(code: Code, set: InstructionSet): RunnableCode {
  if (code.runnable?.set === set) return code.runnable;
  const padded = new Uint8Array(code.bytes.length + PADDING);
  padded.set(code.bytes);
  code.runnable = { set, padded, segments: findSegments(padded, code.bytes.length, set) };
  return code.runnable;
}
