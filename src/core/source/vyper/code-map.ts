/**
 * Bytecode and source map as Vyper gives them (its `source_map` output, and
 * `sourceMap` of its standard JSON):
 *
 *     before 0.4   one text of solc's form, an entry for each instruction
 *     from 0.4 on  { pc_pos_map_compressed: an entry for each byte, nothing inherited,
 *                    error_map: { pc: what is checked there }, … }
 *
 * Places count characters. A map that does not fit its code is left out.
 */
import * as Op from '../../evm/rules/opcode-bytes';
import { readFields, readText } from '../../values/json-fields';
import { type CodeMap, parseCodeMap } from '../compiled/code-map';
import { Jump, parseSourceMap, type SourceMap } from '../compiled/source-map';
import type { TextOffsets } from './text-offsets';

/** What the compiler checks at instructions, by pc: `safeadd`, `user assert`. Empty where it does not say. */
export type CheckNames = ReadonlyMap<number, string>;

export type VyperCode = { code: CodeMap; checks: CheckNames };

/** Entries that are read; no code has more bytes. */
const MAX_ENTRIES = 2_000_000;
const MAX_CHECKS = 1_000_000;
const MAX_CHECK_NAME = 200;

/**
 * Reads `evm.bytecode` or `evm.deployedBytecode`. `immutableBytes` are appended to runtime code by its constructor.
 * Undefined where there is no code. Linear.
 */
export function readVyperCode(
  output: unknown,
  offsetsOf: (file: number) => TextOffsets | undefined,
  immutableBytes: number,
): VyperCode | undefined {
  const fields = readFields(output);
  const bare = parseCodeMap({ object: fields.object });
  if (bare === undefined) return undefined;
  const isText = typeof fields.sourceMap === 'string';
  const full = readFields(isText ? fields.sourceMapFull : fields.sourceMap);
  const text = isText ? readText(fields.sourceMap) : readText(full.pc_pos_map_compressed);
  const map = isText ? mapByInstruction(bare, text) : mapByByte(bare, text);
  if (map !== undefined) {
    markReturns(bare, map);
    toBytes(map, offsetsOf);
  }
  const code: CodeMap = { ...bare, map: map ?? parseSourceMap('') };
  return { code: withImmutables(code, immutableBytes), checks: readChecks(full.error_map) };
}

/** Bytes that the constructor appends differ on every chain. */
function withImmutables(code: CodeMap, length: number): CodeMap {
  if (length === 0) return code;
  const { bytes } = code;
  const longer = new Uint8Array(bytes.length + length);
  longer.set(bytes);
  const instructions = new Int32Array(longer.length).fill(-1);
  instructions.set(code.instructionAt);
  return {
    ...code,
    bytes: longer,
    instructionAt: instructions,
    holes: [...code.holes, { start: bytes.length, length }],
  };
}

/**
 * Entries by instruction. Only jumps and their destinations have a jump type,
 * so both lists are laid side by side there. What lies between two of them has
 * no place where it differs in number: reading an immutable makes an entry too many.
 */
function mapByInstruction(code: CodeMap, text: string): SourceMap | undefined {
  const entries = text.split(';', MAX_ENTRIES);
  const stated = parseSourceMap(text);
  // The first entry stands for the beginning of the code and has a type whatever is there.
  const marked = entries.flatMap((entry, index) => (index > 0 && entry.split(':', 4).length > 3 ? [index] : []));
  const pcs = pcsOf(code);
  const jumps = pcs.flatMap((pc, index) => (isJump(code.bytes[pc]) ? [index] : []));
  // Data behind the code may look like jumps; the code itself has no fewer than its map.
  if (marked.length === 0 || marked.length > jumps.length) return undefined;
  const map = emptyMap(pcs.length);
  let from = 0;
  let to = 0;
  for (const [index, entry] of marked.entries()) {
    const jump = jumps[index];
    if (entry - from === jump - to) for (; from < entry; from++, to++) copyPlace(stated, from, map, to);
    copyPlace(stated, entry, map, jump);
    map.jump[jump] = jumpTypeOf(entries[entry].split(':')[3]);
    if (map.jump[jump] !== Jump.regular && code.bytes[pcs[jump]] !== Op.JUMP) return undefined;
    from = entry + 1;
    to = jump + 1;
  }
  for (; from < stated.length && to < pcs.length; from++, to++) copyPlace(stated, from, map, to);
  return map;
}

/** Entries by byte, those of push data without a place. */
function mapByByte(code: CodeMap, text: string): SourceMap | undefined {
  const entries = text === '' ? [] : text.split(';', MAX_ENTRIES);
  // Metadata behind the code may have no entries.
  if (entries.length === 0 || entries.length > code.bytes.length) return undefined;
  const map = emptyMap(pcsOf(code).length);
  for (const [pc, entry] of entries.entries()) {
    const [start, length, file, jump] = entry.split(':', 4);
    const index = code.instructionAt[pc];
    // Only jumps and their destinations have a jump type, and the beginning of the code.
    if (jump !== undefined && pc > 0 && !(index >= 0 && isJump(code.bytes[pc]))) return undefined;
    if (index < 0) continue;
    place(map, index, Number(start), Number(length), Number(file));
    map.jump[index] = jumpTypeOf(jump);
  }
  return map;
}

/** Versions that state no jump out of a function: it is the jump whose target was not pushed right before. */
function markReturns({ bytes, instructionAt }: CodeMap, map: SourceMap): void {
  if (map.jump.includes(Jump.outOf)) return;
  let isPushed = false;
  for (let pc = 0; pc < bytes.length; pc++) {
    const index = instructionAt[pc];
    if (index < 0) continue;
    if (bytes[pc] === Op.JUMP && !isPushed && map.jump[index] === Jump.regular) map.jump[index] = Jump.outOf;
    isPushed = bytes[pc] >= Op.PUSH0 && bytes[pc] <= Op.PUSH32;
  }
}

function toBytes(map: SourceMap, offsetsOf: (file: number) => TextOffsets | undefined): void {
  for (let index = 0; index < map.length; index++) {
    if (map.file[index] < 0) continue;
    const offsets = offsetsOf(map.file[index]);
    if (offsets === undefined) {
      map.file[index] = -1;
      continue;
    }
    const end = offsets.ofCodePoint(map.start[index] + map.size[index]);
    map.start[index] = offsets.ofCodePoint(map.start[index]);
    map.size[index] = end - map.start[index];
  }
}

function readChecks(errorMap: unknown): CheckNames {
  const named = Object.entries(readFields(errorMap)).slice(0, MAX_CHECKS);
  return new Map(
    named.flatMap(([pc, name]) => (typeof name === 'string' ? [[Number(pc), name.slice(0, MAX_CHECK_NAME)]] : [])),
  );
}

/** The pc of each instruction. */
function pcsOf({ instructionAt }: CodeMap): number[] {
  const pcs: number[] = [];
  for (let pc = 0; pc < instructionAt.length; pc++) if (instructionAt[pc] >= 0) pcs.push(pc);
  return pcs;
}

function isJump(byte: number): boolean {
  return byte === Op.JUMP || byte === Op.JUMPI || byte === Op.JUMPDEST;
}

function jumpTypeOf(text: string | undefined): Jump {
  return text === 'i' ? Jump.into : text === 'o' ? Jump.outOf : Jump.regular;
}

function emptyMap(length: number): SourceMap {
  return {
    length,
    start: new Int32Array(length),
    size: new Int32Array(length),
    file: new Int32Array(length).fill(-1),
    jump: new Uint8Array(length),
  };
}

function copyPlace(from: SourceMap, at: number, to: SourceMap, index: number): void {
  place(to, index, from.start[at], from.size[at], from.file[at]);
}

function place(map: SourceMap, index: number, start: number, size: number, file: number): void {
  const isPlace = start >= 0 && size >= 0 && file >= 0 && start + size < 2 ** 31;
  if (!isPlace) return;
  map.start[index] = start;
  map.size[index] = size;
  map.file[index] = file;
}
