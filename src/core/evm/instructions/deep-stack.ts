/**
 * DUPN, SWAPN and EXCHANGE (EIP-8024, draft of 2026-06-10): the byte behind the
 * instruction says which items it is about. Bytes that are JUMPDEST or PUSH are
 * none of those, so that where jumps may go to does not change.
 */

import type { Frame } from '../frames/frame';
import { Halt } from '../frames/halt';
import type { Machine } from '../machine';
import * as Op from '../rules/opcode-bytes';
import { opcodeName } from '../rules/opcodes';
import { LIMBS, type Limbs } from '../words/words';
import { OpcodeResult, raise } from './opcode-result';

export function reachDeep(machine: Machine, frame: Frame, op: number): OpcodeResult {
  const { stack } = frame;
  const byte = frame.pc + 1 < frame.code.length ? frame.code[frame.pc + 1] : 0;
  const items = op === Op.EXCHANGE ? pairOf(byte) : singleOf(byte);
  if (items === undefined) {
    machine.detail = `${opcodeName(op)} 0x${byte.toString(16).padStart(2, '0')}`;
    return raise(machine, Halt.invalidOpcode);
  }
  const [near, far] = op === Op.EXCHANGE ? items : [0, items[0]];
  // DUPN's items count from 1, those of the others from 0 at the top.
  const needed = op === Op.DUPN ? far : far + 1;
  const height = frame.sp / LIMBS;
  if (height < needed) {
    machine.detail = `${height} <=> ${needed}`;
    return raise(machine, Halt.stackUnderflow);
  }
  if (op === Op.DUPN) {
    stack.copyWithin(frame.sp, frame.sp - far * LIMBS, frame.sp - far * LIMBS + LIMBS);
    frame.sp += LIMBS;
  } else exchange(stack, frame.sp - (near + 1) * LIMBS, frame.sp - (far + 1) * LIMBS);
  frame.pc++;
  return OpcodeResult.done;
}

/** 17 to 235, which DUPN copies or SWAPN swaps; undefined for a byte that says none. */
function singleOf(byte: number): readonly [number, number] | undefined {
  if (byte > 90 && byte < 128) return undefined;
  return [(byte + 145) % 256, 0];
}

/** The two items of EXCHANGE, the nearer first, both from 1 to 29; undefined for a byte that says none. */
function pairOf(byte: number): readonly [number, number] | undefined {
  if (byte > 81 && byte < 128) return undefined;
  const mixed = byte ^ 143;
  const high = mixed >> 4;
  const low = mixed & 15;
  return high < low ? [high + 1, low + 1] : [low + 1, 29 - high];
}

function exchange(stack: Limbs, a: number, b: number): void {
  for (let i = 0; i < LIMBS; i++) {
    const limb = stack[a + i];
    stack[a + i] = stack[b + i];
    stack[b + i] = limb;
  }
}
