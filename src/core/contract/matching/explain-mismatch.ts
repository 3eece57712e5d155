/**
 * Where two codes differ whose instructions have moved: both are read as
 * instructions and put beside each other, so that an inserted statement is one
 * place and not everything behind it. The destination of a jump moves with the
 * code, so that two pushes of destinations are equal. Libraries and immutables
 * are read where the instruction that pushes them stands on the chain.
 */
import { bytesToHex } from '../../chain/hex';
import * as Op from '../../evm/rules/opcode-bytes';
import { commonSubsequence } from '../../values/common-subsequence';
import type { CodePlace, CompiledCode } from '../build-output/compiled-code';
import { type Auxdata, findAuxdata } from './auxdata';
import { type CodeDifference, MAX_DIFFERENCES } from './code-difference';
import type { CodeComparison, CodePart } from './compare-code';

/**
 * Returns `comparison`, which is no match, with the differences of the aligned codes where their lengths differ, and with
 * only those libraries and immutables that the code of the chain has in the place of the compiled code. Linear but for
 * bounded tables.
 */
export function explainMismatch(compiled: CompiledCode, chain: Uint8Array, comparison: CodeComparison): CodeComparison {
  const places = [...compiled.libraries, ...compiled.immutables];
  const own = instructionsOf(compiled.bytes, compiled.auxdata);
  const theirs = instructionsOf(chain, findAuxdata(chain));
  const pairs = commonSubsequence(...keysOf(own, theirs, places));
  const placed = new Map(pairs.map(([a, b]) => [own[a].start, theirs[b].start]));
  const values = places.flatMap((place): CodePart[] => {
    const start = placed.get(place.start - 1);
    // What follows has to be the same as well: behind a library's address, the selector of its function.
    if (start === undefined || placed.get(place.start + place.length) !== start + 1 + place.length) return [];
    const value = bytesToHex(chain.subarray(start + 1, start + 1 + place.length));
    const kind = compiled.libraries.includes(place) ? 'library' : 'immutable';
    return [{ kind, start: place.start, length: place.length, chainStart: start + 1, id: place.id, value }];
  });
  const maps = pairs.flatMap(([a, b], at): CodePart[] => {
    const [{ start, end, key }, there] = [own[a], theirs[b]];
    if (key !== AUXDATA) return [];
    const value = bytesToHex(chain.subarray(there.start, there.end));
    if (value === bytesToHex(compiled.bytes.subarray(start, end))) return [];
    const id = String(pairs.slice(0, at + 1).filter(([one]) => own[one].key === AUXDATA).length);
    return [{ kind: 'metadata', start, length: end - start, chainStart: there.start, id, value }];
  });
  const others = comparison.parts.filter(({ kind }) => kind === 'callProtection');
  const parts = [...others, ...values, ...maps].sort((a, b) => a.start - b.start || a.length - b.length);
  if (compiled.bytes.length === chain.length) return { ...comparison, parts };
  const gaps = gapsBetween(own, theirs, pairs).slice(0, MAX_DIFFERENCES);
  return { match: undefined, parts, differences: gaps.length > 0 ? gaps : comparison.differences };
}

const AUXDATA = 'auxdata';

/** Bytes [start, end) of an instruction with its data, or of auxdata. `key` is equal for instructions that do the same. */
type Instruction = { start: number; end: number; key: string };

function instructionsOf(code: Uint8Array, auxdata: readonly Auxdata[]): readonly Instruction[] {
  const labelSize = code.length < 0x100 ? 1 : code.length < 0x1_0000 ? 2 : 3;
  const found: Instruction[] = [];
  const destinations = new Set<number>();
  let next = 0;
  for (let pc = 0; pc < code.length; ) {
    while (next < auxdata.length && auxdata[next].end <= pc) next++;
    const map = auxdata[next];
    const limit = map?.start ?? code.length;
    const isMap = map !== undefined && pc >= map.start;
    const end = isMap ? map.end : Math.min(limit, pc + 1 + Op.pushDataLength(code[pc]));
    if (code[pc] === Op.JUMPDEST) destinations.add(pc);
    found.push({ start: pc, end, key: isMap ? AUXDATA : bytesToHex(code.subarray(pc, end)) });
    pc = end;
  }
  const label = Op.PUSH1 + labelSize - 1;
  for (const instruction of found) {
    const { start, end } = instruction;
    if (code[start] !== label || instruction.key === AUXDATA) continue;
    let target = 0;
    for (let at = start + 1; at < end; at++) target = target * 256 + code[at];
    if (destinations.has(target)) instruction.key = 'destination';
  }
  return found;
}

/** Returns a number for each instruction of both codes. A value that only the chain knows is equal to all that the compiler did not write. */
function keysOf(
  own: readonly Instruction[],
  theirs: readonly Instruction[],
  places: readonly CodePlace[],
): [number[], number[]] {
  const open = new Set(places.map(({ start }) => start - 1));
  const written = new Set(own.flatMap(({ start, key }) => (open.has(start) ? [] : [key])));
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  // The first byte alone, which is the instruction without its data.
  const anyValueOf = (key: string) => numberOf(`${key.slice(0, 4)}…`);
  // No address and no value that is worth an immutable is a mask.
  const isLong = (key: string) => key.length >= 2 + 2 * 21 && !/^0x..(?:ff)+$/.test(key);
  return [
    own.map(({ start, key }) => (open.has(start) ? anyValueOf(key) : numberOf(key))),
    theirs.map(({ key }) => (isLong(key) && !written.has(key) ? anyValueOf(key) : numberOf(key))),
  ];
}

function gapsBetween(
  own: readonly Instruction[],
  theirs: readonly Instruction[],
  pairs: readonly (readonly [number, number])[],
): readonly CodeDifference[] {
  const startOf = (list: readonly Instruction[], at: number) => list[at]?.start ?? list.at(-1)?.end ?? 0;
  const gaps: CodeDifference[] = [];
  let [a, b] = [0, 0];
  for (const [toA, toB] of [...pairs, [own.length, theirs.length] as const]) {
    if (toA > a || toB > b) {
      const start = startOf(own, a);
      const gap = { start, end: startOf(own, toA), chainStart: startOf(theirs, b), chainEnd: startOf(theirs, toB) };
      gaps.push({ ...gap, pc: start });
    }
    [a, b] = [toA + 1, toB + 1];
  }
  return gaps;
}
