/** Which of the values that share a storage slot an access is about. */
import type { Decoded } from '../../abi/decoded';
import type { SlotPart } from './storage-path';

/** A value of a slot, as the two words of an access have it. */
export type SlotValue = { path: string; before: Decoded; after: Decoded };

/** Number of neighbouring items of one array from which on they are told as one value. */
const RUN = 3;

/**
 * Returns those values of the slot that a write changed, else those that the
 * source at the access names, else all of them.
 * @param text the source text of the instruction, '' where it is not known
 */
export function partsAccessed(
  parts: readonly SlotPart[],
  { before, after }: { before: bigint; after: bigint },
  text: string,
): readonly SlotPart[] {
  if (parts.length < 2) return parts;
  const changed = parts.filter((part) => fieldOf(part, before) !== fieldOf(part, after));
  if (changed.length > 0) return changed;
  const words = new Set(text.match(/[\w$]+/g));
  const named = parts.filter(({ path }) => words.has(/[\w$]+$/.exec(path)?.[0] ?? ''));
  return named.length > 0 ? named : parts;
}

function fieldOf({ offset, bytes }: SlotPart, word: bigint): bigint {
  return BigInt.asUintN(bytes * 8, word >> BigInt(offset * 8));
}

/** Returns the values with each run of items of one array as one value, an array of them: `ages[0…31]`. */
export function withRunsTogether(values: readonly SlotValue[]): readonly SlotValue[] {
  const runs: SlotValue[][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run && isNext(run[run.length - 1].path, value.path)) run.push(value);
    else runs.push([value]);
  }
  return runs.flatMap((run) => (run.length < RUN ? run : [together(run)]));
}

/** Whether the second path is of the item behind that of the first. */
function isNext(first: string, second: string): boolean {
  const [a, b] = [itemOf(first), itemOf(second)];
  return a !== undefined && b !== undefined && a.array === b.array && b.index === a.index + 1n;
}

/** The array and the place of the item that a path ends with; undefined where it ends with none. */
function itemOf(path: string): { array: string; index: bigint } | undefined {
  const [, array, index] = /^(.+)\[(\d+)\]$/.exec(path) ?? [];
  return array === undefined || index === undefined ? undefined : { array, index: BigInt(index) };
}

function together(run: readonly SlotValue[]): SlotValue {
  const [first, last] = [itemOf(run[0].path), itemOf(run[run.length - 1].path)];
  const path = `${first?.array}[${first?.index}…${last?.index}]`;
  const listOf = (items: readonly Decoded[]): Decoded => ({
    name: path,
    type: `${items[0].type}[${items.length}]`,
    kind: 'array',
    text: '',
    length: items.length,
    items,
  });
  return { path, before: listOf(run.map(({ before }) => before)), after: listOf(run.map(({ after }) => after)) };
}
