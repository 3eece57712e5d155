/**
 * What the decoder asks about each instruction of a code, as columns by pc,
 * made once per code: a pass over a million steps looks up and never searches.
 */
import * as Op from '../../evm/rules/opcode-bytes';
import { opcode } from '../../evm/rules/opcodes';
import { functionVariables, slotsOfAll } from '../values/function-variables';
import { nodeIn, rangeOf } from './ast';
import { type CodeMap, instructionAt, jumpAt, rangeAt } from './code-map';
import type { Compilation } from './compilation';
import { functionContaining, type SourceFunction } from './functions';
import { contains } from './source-file';
import { Jump } from './source-map';

/** What an instruction means to the pass over the steps. */
export const OpRole = {
  other: 0,
  push: 1,
  dup: 2,
  swap: 3,
  jump: 4,
  jumpi: 5,
  jumpdest: 6,
  /** A call, create, selfdestruct or log: each makes a row of the trace. */
  row: 7,
  /** SLOAD, SSTORE, TLOAD, TSTORE. */
  access: 8,
} as const;

/** The beginning of an internal function. */
export type Entry = {
  function: SourceFunction;
  parameterSlots: number;
  returnSlots: number;
  /** Whether the compiler states that it begins at this pc; otherwise how the pc was reached decides. */
  stated: boolean;
};

export type CodeTable = {
  /** OpRole by pc. */
  op: Uint8Array;
  /** n of DUPn and SWAPn, the jump type of JUMP; for others the stack items after, minus before. */
  operand: Int8Array;
  /** The number that PUSH leaves, -1 where it has more than 31 bits; for others how many words they leave. */
  value: Int32Array;
  /** Index into `entries` + 1, 0 where no function begins; empty without a source. */
  entryAt: Int32Array;
  entries: readonly Entry[];
  /**
   * Constructors and handlers of the legacy generator, which nobody jumps into:
   * of the body of which one an instruction is, as index into `entries` + 1, else 0.
   */
  bodyAt: Int32Array | undefined;
  /** Whether the code was made via IR. */
  viaIR: boolean;
  /**
   * Whether a function returns right behind the jump that entered it, as Vyper's do: there `entryAt` is RETURN.
   * Their arguments lie in memory, and their labels anywhere on the stack.
   */
  returnsBehindJump: boolean;
};

/** In `entryAt`: a place that functions return to, where the place alone tells so. */
export const RETURN = -1;

/** Returns the table of code without a source. Linear in the code. */
export function bareTable(bytes: Uint8Array): CodeTable {
  const { length } = bytes;
  const op = new Uint8Array(length);
  const operand = new Int8Array(length);
  const value = new Int32Array(length);
  for (let pc = 0; pc < length; pc++) {
    const byte = bytes[pc];
    const { pops, pushes } = opcode(byte) ?? { pops: 0, pushes: 0 };
    op[pc] = roleOf(byte);
    operand[pc] =
      op[pc] === OpRole.dup ? byte - Op.DUP1 + 1 : op[pc] === OpRole.swap ? byte - Op.SWAP1 + 1 : pushes - pops;
    value[pc] = op[pc] === OpRole.push ? pushedNumber(bytes, pc) : pushes;
    pc += Op.pushDataLength(byte);
  }
  return {
    op,
    operand,
    value,
    entryAt: new Int32Array(0),
    entries: [],
    bodyAt: undefined,
    viaIR: false,
    returnsBehindJump: false,
  };
}

/**
 * Returns the table of compiled code. Functions begin where the compiler states
 * it (`functionDebugData`, solc 0.8.5 on); besides, every JUMPDEST whose place
 * in the source is a whole function may be the beginning of it. Made once for a
 * code, linear in it.
 */
export function sourceTable(compilation: Compilation, code: CodeMap, isCreation: boolean): CodeTable {
  let table = tables.get(code);
  if (table === undefined) {
    table = makeTable(compilation, code, isCreation);
    tables.set(code, table);
  }
  return table;
}

const tables = new WeakMap<CodeMap, CodeTable>();

function makeTable(compilation: Compilation, code: CodeMap, isCreation: boolean): CodeTable {
  const table = bareTable(code.bytes);
  for (let pc = 0; pc < code.bytes.length; pc++) if (table.op[pc] === OpRole.jump) table.operand[pc] = jumpAt(code, pc);
  const entryAt = new Int32Array(code.bytes.length);
  const entries: Entry[] = [];
  const stated = new Set<number>();
  for (const { name, node, entryPoint, parameterSlots, returnSlots } of code.functions) {
    const found = compilation.functions.byId.get(node);
    if (found === undefined || entryPoint < 0 || entryPoint >= entryAt.length) continue;
    // Via IR, what decodes calldata and what modifiers wrap is a function of its own for the same node.
    if (compilation.viaIR && (name.startsWith('external_fun_') || name.endsWith('_inner'))) continue;
    if (!compilation.viaIR && found.kind === 'constructor') continue;
    // The legacy generator states no slots for getters.
    const slots =
      !compilation.viaIR && found.kind === 'getter' ? slotsOf(compilation, found) : { parameterSlots, returnSlots };
    entries.push({ function: found, ...slots, stated: true });
    entryAt[entryPoint] = entries.length;
    stated.add(found.id);
  }
  if (compilation.language === 'Vyper') {
    addJumpTargets(compilation, code, entryAt, entries);
    const bodyAt = bodiesFallenInto(compilation, code, entries, isCreation);
    return { ...table, entryAt, entries, bodyAt, returnsBehindJump: true };
  }
  if (compilation.viaIR) return { ...table, entryAt, entries, viaIR: true };
  addPlaces(compilation, code, entryAt, entries, stated);
  return { ...table, entryAt, entries, bodyAt: bodiesFallenInto(compilation, code, entries, isCreation) };
}

function bodiesFallenInto(
  compilation: Compilation,
  code: CodeMap,
  entries: Entry[],
  isCreation: boolean,
): Int32Array | undefined {
  const isFallen = (entry: SourceFunction) => isFallenInto(compilation, entry, isCreation);
  if (![...compilation.functions.byId.values()].some(isFallen)) return undefined;
  const bodyAt = new Int32Array(code.bytes.length);
  const numbers = new Map<SourceFunction, number>();
  const { map } = code;
  for (let pc = 0; pc < code.bytes.length; pc++) {
    const index = instructionAt(code, pc);
    if (index < 0 || index >= map.length || map.file[index] < 0) continue;
    const range = { file: map.file[index], start: map.start[index], length: map.size[index] };
    const found = functionContaining(compilation.functions, range);
    const body = found && isFallen(found) ? nodeIn(found.node, 'body') : undefined;
    const place = body && rangeOf(body);
    if (found === undefined || place === undefined || !contains(place, range)) continue;
    let number = numbers.get(found);
    if (number === undefined) {
      number = entries.push({ function: found, ...slotsOf(compilation, found), stated: false });
      numbers.set(found, number);
    }
    bodyAt[pc] = number;
  }
  return numbers.size > 0 ? bodyAt : undefined;
}

/** Vyper jumps into none of its external functions: the selector leads into them. */
function isFallenInto({ language }: Compilation, entry: SourceFunction, isCreation: boolean): boolean {
  const { kind, visibility } = entry;
  if (language === 'Vyper' && !isCreation && kind === 'function') return visibility === 'external';
  return isCreation ? kind === 'constructor' : kind === 'fallback' || kind === 'receive';
}

function addPlaces(
  compilation: Compilation,
  code: CodeMap,
  entryAt: Int32Array,
  entries: Entry[],
  stated: ReadonlySet<number>,
): void {
  const byPlace = new Map<string, SourceFunction>();
  for (const found of compilation.functions.byId.values())
    if (!stated.has(found.id) && found.kind !== 'modifier' && found.kind !== 'constructor')
      byPlace.set(`${found.range.file}:${found.range.start}:${found.range.length}`, found);
  const numbers = new Map<SourceFunction, number>();
  const { map, bytes } = code;
  for (let pc = 0; pc < bytes.length; pc++) {
    const index = instructionAt(code, pc);
    if (bytes[pc] !== Op.JUMPDEST || index < 0 || index >= map.length || entryAt[pc] !== 0) continue;
    const found = byPlace.get(`${map.file[index]}:${map.start[index]}:${map.size[index]}`);
    if (found === undefined) continue;
    let number = numbers.get(found);
    if (number === undefined) {
      number = entries.push({ function: found, ...slotsOf(compilation, found), stated: false });
      numbers.set(found, number);
    }
    entryAt[pc] = number;
  }
}

/** What Vyper jumps into: the function is that of the first place behind the target. */
function addJumpTargets(compilation: Compilation, code: CodeMap, entryAt: Int32Array, entries: Entry[]): void {
  const { bytes } = code;
  const numbers = new Map<SourceFunction, number>();
  let pushed = -1;
  for (let pc = 0; pc < bytes.length; pc += 1 + Op.pushDataLength(bytes[pc])) {
    const isCall = bytes[pc] === Op.JUMP && jumpAt(code, pc) === Jump.into;
    const target = isCall && bytes[pushed] === Op.JUMPDEST ? pushed : -1;
    pushed = roleOf(bytes[pc]) === OpRole.push ? pushedNumber(bytes, pc) : -1;
    if (target < 0) continue;
    const found = functionBehind(compilation, code, target);
    if (found === undefined) continue;
    let number = numbers.get(found);
    if (number === undefined) {
      number = entries.push({ function: found, parameterSlots: 0, returnSlots: 0, stated: true });
      numbers.set(found, number);
    }
    entryAt[target] = number;
    if (bytes[pc + 1] === Op.JUMPDEST) entryAt[pc + 1] = RETURN;
  }
}

/** The internal function whose first place lies behind the JUMPDEST at `pc`, before execution goes elsewhere. */
function functionBehind(compilation: Compilation, code: CodeMap, from: number): SourceFunction | undefined {
  for (let pc = from; pc < code.bytes.length; pc += 1 + Op.pushDataLength(code.bytes[pc])) {
    const range = rangeAt(code, pc);
    const found = range && functionContaining(compilation.functions, range);
    if (found) return found;
    if ([Op.JUMP, Op.STOP, Op.RETURN, Op.REVERT].includes(code.bytes[pc])) return undefined;
  }
  return undefined;
}

function slotsOf(compilation: Compilation, found: SourceFunction): { parameterSlots: number; returnSlots: number } {
  const { parameters, returns } = functionVariables(compilation, found);
  return { parameterSlots: slotsOfAll(parameters), returnSlots: slotsOfAll(returns) };
}

function roleOf(byte: number): number {
  if (byte >= Op.PUSH0 && byte <= Op.PUSH32) return OpRole.push;
  if (byte >= Op.DUP1 && byte <= Op.DUP16) return OpRole.dup;
  if (byte >= Op.SWAP1 && byte <= Op.SWAP16) return OpRole.swap;
  if (byte >= Op.LOG0 && byte <= Op.LOG4) return OpRole.row;
  switch (byte) {
    case Op.JUMP:
      return OpRole.jump;
    case Op.JUMPI:
      return OpRole.jumpi;
    case Op.JUMPDEST:
      return OpRole.jumpdest;
    case Op.SLOAD:
    case Op.SSTORE:
    case Op.TLOAD:
    case Op.TSTORE:
      return OpRole.access;
    case Op.CREATE:
    case Op.CALL:
    case Op.CALLCODE:
    case Op.DELEGATECALL:
    case Op.CREATE2:
    case Op.STATICCALL:
    case Op.SELFDESTRUCT:
      return OpRole.row;
    default:
      return OpRole.other;
  }
}

/** Returns the number that the PUSH at `pc` leaves, -1 when it has more than 31 bits. */
export function pushedNumber(bytes: Uint8Array, pc: number): number {
  let number = 0;
  for (let at = 1; at <= Op.pushDataLength(bytes[pc]); at++) {
    number = number * 256 + (bytes[pc + at] ?? 0);
    if (number > 0x7fffffff) return -1;
  }
  return number;
}
