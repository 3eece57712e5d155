/**
 * Bytecode of one contract with its instructions and where each comes from.
 */

import { parseHex } from '../../chain/hex';
import * as Op from '../../evm/rules/opcode-bytes';
import { readFields, readText } from '../../values/json-fields';
import type { SourceRange } from './source-file';
import { Jump, parseSourceMap, type SourceMap } from './source-map';

/** Bytes of the code that the chain may hold otherwise: library addresses, immutables. */
export type CodeHole = { start: number; length: number };

/** An internal function as the compiler reports it (`functionDebugData`, solc 0.8.5 on). */
export type FunctionDebug = {
  name: string;
  /** Id of the AST node; -1 for code the compiler generated. */
  node: number;
  /** pc of its JUMPDEST, -1 when it was inlined. */
  entryPoint: number;
  parameterSlots: number;
  returnSlots: number;
};

/** Places of an immutable in runtime code, with the id of its declaration. */
export type ImmutableReference = { node: number; holes: readonly CodeHole[] };

export type CodeMap = {
  /** Bytes as compiled: zeros where libraries and immutables go. */
  bytes: Uint8Array;
  /** Library addresses and immutables. */
  holes: readonly CodeHole[];
  /** Index of the instruction at each byte, -1 inside push data. */
  instructionAt: Int32Array;
  map: SourceMap;
  functions: readonly FunctionDebug[];
  immutables: readonly ImmutableReference[];
  /** Yul that the compiler generated, by file index of the source map: its text (solc 0.7.2 on). */
  generated: ReadonlyMap<number, string>;
};

/** Hex digits of code that is read: twice the 24 MB that no chain allows. */
const MAX_DIGITS = 48_000_000;

/** Reads `evm.bytecode` or `evm.deployedBytecode` of solc's output; undefined where there is no code. Linear. */
export function parseCodeMap(output: unknown): CodeMap | undefined {
  const fields = readFields(output);
  const object = readText(fields.object).replace(/^0x/, '');
  if (object === '' || object.length > MAX_DIGITS) return undefined;
  const holes: CodeHole[] = [];
  // Links not yet made: __$hash$__ (solc 0.5 on) or __path:Name____, 40 characters where an address goes.
  const hex = object.replace(/__.{38}/g, (_, offset: number) => {
    holes.push({ start: offset / 2, length: 20 });
    return '0'.repeat(40);
  });
  const bytes = parseHex(hex);
  if (bytes === undefined) return undefined;
  const immutables = readImmutables(fields.immutableReferences, bytes.length);
  for (const { holes: places } of immutables) holes.push(...places);
  for (const file of Object.values(readFields(fields.linkReferences)))
    for (const places of Object.values(readFields(file)))
      for (const hole of readHoles(places, bytes.length))
        if (!holes.some(({ start }) => start === hole.start)) holes.push(hole);
  return {
    bytes,
    holes,
    instructionAt: findInstructions(bytes),
    map: parseSourceMap(readText(fields.sourceMap)),
    functions: readFunctions(fields.functionDebugData),
    immutables,
    generated: readGenerated(fields.generatedSources),
  };
}

/** Returns the index of the instruction at `pc`, -1 where none begins. Constant time. */
export function instructionAt(code: CodeMap, pc: number): number {
  return pc < code.instructionAt.length ? code.instructionAt[pc] : -1;
}

/** Returns the source range of the instruction at `pc`; undefined when it is from no source. The file may be generated code. */
export function rangeAt(code: CodeMap, pc: number): SourceRange | undefined {
  const index = instructionAt(code, pc);
  const { map } = code;
  if (index < 0 || index >= map.length || map.file[index] < 0) return undefined;
  return { file: map.file[index], start: map.start[index], length: map.size[index] };
}

/** Returns the jump type of the instruction at `pc`. */
export function jumpAt(code: CodeMap, pc: number): Jump {
  const index = instructionAt(code, pc);
  return index < 0 || index >= code.map.length ? Jump.regular : (code.map.jump[index] as Jump);
}

function findInstructions(bytes: Uint8Array): Int32Array {
  const at = new Int32Array(bytes.length).fill(-1);
  let index = 0;
  for (let pc = 0; pc < bytes.length; pc++) {
    at[pc] = index++;
    pc += Op.pushDataLength(bytes[pc]);
  }
  return at;
}

function readImmutables(value: unknown, length: number): ImmutableReference[] {
  return Object.entries(readFields(value)).map(([id, places]) => ({
    node: Number(id),
    holes: readHoles(places, length),
  }));
}

function readHoles(value: unknown, length: number): CodeHole[] {
  if (!Array.isArray(value)) return [];
  return value.map(readFields).flatMap(({ start, length: size }) => {
    const isPlace = Number.isInteger(start) && Number.isInteger(size) && Number(start) >= 0 && Number(size) > 0;
    return isPlace && Number(start) + Number(size) <= length ? [{ start: Number(start), length: Number(size) }] : [];
  });
}

function readFunctions(value: unknown): FunctionDebug[] {
  return Object.entries(readFields(value)).map(([name, entry]) => {
    const { id, entryPoint, parameterSlots, returnSlots } = readFields(entry);
    return {
      name,
      node: numberOr(id, -1),
      entryPoint: numberOr(entryPoint, -1),
      parameterSlots: numberOr(parameterSlots, 0),
      returnSlots: numberOr(returnSlots, 0),
    };
  });
}

function readGenerated(value: unknown): Map<number, string> {
  const sources = new Map<number, string>();
  if (!Array.isArray(value)) return sources;
  for (const { id, contents } of value.map(readFields)) sources.set(numberOr(id, -1), readText(contents));
  return sources;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : otherwise;
}
