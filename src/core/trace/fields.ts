/**
 * Names of the keys of an answer, looked up by their bytes.
 *
 * A table is an array by length, so a lookup compares with the few names of
 * the same length and makes no string.
 */
import { asciiBytes, spells } from '../json/bytes';

export type FieldTable = readonly (readonly (readonly [field: number, name: Uint8Array])[])[];

/** Returned by `fieldOf` for a key that is not in the table. */
export const NO_FIELD = 0;

/** A table of the given names; the numbers must not be 0. */
export function fieldTable(fields: Readonly<Record<string, number>>): FieldTable {
  const entries = Object.entries(fields);
  const longest = Math.max(...entries.map(([name]) => name.length));
  return Array.from({ length: longest + 1 }, (_, length) =>
    entries.filter(([name]) => name.length === length).map(([name, field]) => [field, asciiBytes(name)] as const),
  );
}

/** The number of the key in bytes [start, end), `NO_FIELD` when the table lacks it. */
export function fieldOf(table: FieldTable, bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length >= table.length) return NO_FIELD;
  const candidates = table[length];
  for (let index = 0; index < candidates.length; index++) {
    const candidate = candidates[index];
    if (spells(bytes, start, end, candidate[1])) return candidate[0];
  }
  return NO_FIELD;
}
