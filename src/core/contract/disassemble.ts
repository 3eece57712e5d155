/** Code as instructions, for reading: one a line, with the place and what is pushed. */

import { bytesToHex } from '../chain/hex';
import { opcodeName } from '../evm/rules/opcodes';
import { countOf } from '../format/plural';
import { endsCode, findAuxdata } from './matching/auxdata';

/** Lines at most: the code of a contract has 24 kB (EIP-170), that of other chains may have more. */
const MAX_LINES = 100_000;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;

/**
 * Writes `0x0012 PUSH1 0x80`, a line for each instruction, up to the metadata
 * that closes the code, which is a line of its own as bytes. A push whose bytes
 * the code ends in says so, and so does a byte that is no instruction. Linear.
 */
export function disassemble(code: Uint8Array): string {
  const closing = findAuxdata(code).at(-1);
  const end = endsCode(closing, code) ? closing.start : code.length;
  const digits = Math.max(4, code.length.toString(16).length);
  const place = (at: number) => `0x${at.toString(16).padStart(digits, '0')}`;
  const lines: string[] = [];
  for (let at = 0; at < end; at++) {
    if (lines.length === MAX_LINES) {
      lines.push(`${place(at)} … ${end - at} more bytes`);
      return lines.join('\n');
    }
    const opcode = code[at];
    const size = opcode >= PUSH1 && opcode <= PUSH32 ? opcode - PUSH1 + 1 : 0;
    if (size === 0) {
      lines.push(`${place(at)} ${opcodeName(opcode)}`);
      continue;
    }
    const pushed = code.subarray(at + 1, Math.min(at + 1 + size, end));
    const cut = pushed.length < size ? ` (the code ends ${countOf(size - pushed.length, 'byte')} early)` : '';
    lines.push(`${place(at)} ${opcodeName(opcode)} ${bytesToHex(pushed)}${cut}`);
    at += size;
  }
  if (end < code.length) lines.push(`${place(end)} metadata ${bytesToHex(code.subarray(end))}`);
  return lines.join('\n');
}
