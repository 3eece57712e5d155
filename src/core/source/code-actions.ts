/**
 * What each byte of a code means to the decoder, made once per code, so that
 * a step costs one look-up.
 */
import type { CodeMap } from './code-map';
import type { FunctionIndex, SourceFunction } from './functions';
import { functionContaining } from './functions';
import { sameRange } from './source-file';
import { Jump } from './source-map';

/** What the decoder does at an instruction. */
export const Action = { none: 0, into: 1, outOf: 2, row: 3, access: 4 } as const;

export type CodeActions = {
  /** Action of the instruction at each pc. */
  action: Uint8Array;
  /** Index into `functions` of the one that is entered at this pc, -1 for none; empty without a source. */
  entry: Int32Array;
  functions: readonly SourceFunction[];
};

const JUMPDEST = 0x5b;
/** CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL, SELFDESTRUCT: each makes a row of the trace. */
const ROWS = [0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa, 0xff, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4];
/** SLOAD, SSTORE, TLOAD, TSTORE. */
const ACCESSES = [0x54, 0x55, 0x5c, 0x5d];

/** Actions of code without a source. Linear in the code. */
export function bareActions(bytes: Uint8Array): CodeActions {
  const action = new Uint8Array(bytes.length);
  for (let pc = 0; pc < bytes.length; pc++) {
    const op = bytes[pc];
    if (ROWS.includes(op)) action[pc] = Action.row;
    else if (ACCESSES.includes(op)) action[pc] = Action.access;
    else if (op >= 0x60 && op <= 0x7f) pc += op - 0x5f;
  }
  return { action, entry: new Int32Array(0), functions: [] };
}

/**
 * Actions of compiled code. A function is entered at the JUMPDEST that the
 * compiler states (`functionDebugData`, 0.8.5 on); before, where a JUMPDEST has
 * the place of a whole function and is reached by a jump into one. Linear in the code.
 */
export function sourceActions(code: CodeMap, index: FunctionIndex): CodeActions {
  const { action } = bareActions(code.bytes);
  const entry = new Int32Array(code.bytes.length).fill(-1);
  const functions: SourceFunction[] = [];
  const known = new Map<number, number>();
  const number = (found: SourceFunction) => {
    const at = known.get(found.id) ?? functions.push(found) - 1;
    known.set(found.id, at);
    return at;
  };
  const { map, instructionAt } = code;
  for (let pc = 0; pc < code.bytes.length; pc++) {
    const instruction = instructionAt[pc];
    if (instruction < 0 || instruction >= map.length) continue;
    const jump = map.jump[instruction];
    if (jump === Jump.into) action[pc] = Action.into;
    else if (jump === Jump.outOf) action[pc] = Action.outOf;
    if (code.bytes[pc] !== JUMPDEST || map.file[instruction] < 0) continue;
    const range = { file: map.file[instruction], start: map.start[instruction], length: map.size[instruction] };
    const found = functionContaining(index, range);
    if (found && found.kind !== 'getter' && sameRange(found.range, range)) entry[pc] = number(found);
  }
  for (const { node, entryPoint } of code.functions) {
    const found = index.byId.get(node);
    if (found && entryPoint >= 0 && entryPoint < entry.length) entry[entryPoint] = number(found);
  }
  return { action, entry, functions };
}
