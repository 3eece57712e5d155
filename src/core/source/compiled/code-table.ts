/**
 * What the decoder asks about each instruction of a code, as columns by pc,
 * made once per code: a pass over a million steps looks up and never searches.
 */
import { opcode } from '../../evm/rules/opcodes';
import { functionVariables, slotsOfAll } from '../values/function-variables';
import { nodeIn, rangeOf } from './ast';
import { type CodeMap, instructionAt, jumpAt } from './code-map';
import type { Compilation } from './compilation';
import { functionContaining, type SourceFunction } from './functions';
import { contains } from './source-file';

/** What an instruction means to the pass. */
export const Op = {
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

/** Where an internal function begins. */
export type Entry = {
  function: SourceFunction;
  parameterSlots: number;
  returnSlots: number;
  /** Whether the compiler states that it begins at this pc; otherwise how the pc was reached decides. */
  stated: boolean;
};

export type CodeTable = {
  /** Op by pc. */
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
};

/** The table of code without a source. Linear in the code. */
export function bareTable(bytes: Uint8Array): CodeTable {
  const { length } = bytes;
  const op = new Uint8Array(length);
  const operand = new Int8Array(length);
  const value = new Int32Array(length);
  for (let pc = 0; pc < length; pc++) {
    const byte = bytes[pc];
    const { pops, pushes } = opcode(byte) ?? { pops: 0, pushes: 0 };
    op[pc] = opOf(byte);
    operand[pc] = op[pc] === Op.dup ? byte - 0x7f : op[pc] === Op.swap ? byte - 0x8f : pushes - pops;
    value[pc] = op[pc] === Op.push ? pushedNumber(bytes, pc) : pushes;
    if (byte >= 0x60 && byte <= 0x7f) pc += byte - 0x5f;
  }
  return { op, operand, value, entryAt: new Int32Array(0), entries: [], bodyAt: undefined };
}

/**
 * The table of compiled code. Functions begin where the compiler states it
 * (`functionDebugData`, solc 0.8.5 on); besides, every JUMPDEST whose place in
 * the source is a whole function may be the beginning of it. Made once for a code, linear in it.
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
  for (let pc = 0; pc < code.bytes.length; pc++) if (table.op[pc] === Op.jump) table.operand[pc] = jumpAt(code, pc);
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
  if (compilation.viaIR) return { ...table, entryAt, entries };
  addPlaces(compilation, code, entryAt, entries, stated);
  return { ...table, entryAt, entries, bodyAt: bodiesFallenInto(compilation, code, entries, isCreation) };
}

function bodiesFallenInto(
  compilation: Compilation,
  code: CodeMap,
  entries: Entry[],
  isCreation: boolean,
): Int32Array | undefined {
  if (![...compilation.functions.byId.values()].some(({ kind }) => isFallenInto(kind, isCreation))) return undefined;
  const bodyAt = new Int32Array(code.bytes.length);
  const numbers = new Map<SourceFunction, number>();
  const { map } = code;
  for (let pc = 0; pc < code.bytes.length; pc++) {
    const index = instructionAt(code, pc);
    if (index < 0 || index >= map.length || map.file[index] < 0) continue;
    const range = { file: map.file[index], start: map.start[index], length: map.size[index] };
    const found = functionContaining(compilation.functions, range);
    const body = found && isFallenInto(found.kind, isCreation) ? nodeIn(found.node, 'body') : undefined;
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

function isFallenInto(kind: SourceFunction['kind'], isCreation: boolean): boolean {
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
    if (bytes[pc] !== JUMPDEST || index < 0 || index >= map.length || entryAt[pc] !== 0) continue;
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

function slotsOf(compilation: Compilation, found: SourceFunction): { parameterSlots: number; returnSlots: number } {
  const { parameters, returns } = functionVariables(compilation, found);
  return { parameterSlots: slotsOfAll(parameters), returnSlots: slotsOfAll(returns) };
}

const JUMPDEST = 0x5b;

function opOf(byte: number): number {
  if (byte >= 0x5f && byte <= 0x7f) return Op.push;
  if (byte >= 0x80 && byte <= 0x8f) return Op.dup;
  if (byte >= 0x90 && byte <= 0x9f) return Op.swap;
  if (byte >= 0xa0 && byte <= 0xa4) return Op.row;
  if (byte === 0x54 || byte === 0x55 || byte === 0x5c || byte === 0x5d) return Op.access;
  if (byte === 0x56) return Op.jump;
  if (byte === 0x57) return Op.jumpi;
  if (byte === JUMPDEST) return Op.jumpdest;
  return ROWS.has(byte) ? Op.row : Op.other;
}

/** CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL, SELFDESTRUCT. */
const ROWS = new Set([0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa, 0xff]);

function pushedNumber(bytes: Uint8Array, pc: number): number {
  let number = 0;
  for (let at = 1; at <= bytes[pc] - 0x5f; at++) {
    number = number * 256 + (bytes[pc + at] ?? 0);
    if (number > 0x7fffffff) return -1;
  }
  return number;
}
