/**
 * Names of the keys of an answer, looked up by their bytes.
 *
 * A key's length, first and last byte lead to the one name it can be, so a
 * lookup compares once and makes no string.
 */

import { asciiBytes, spells } from '../json/bytes';
import { assert } from '../values/assert';

export type FieldTable = {
  /** Field by place, `NO_FIELD` where there is none. */
  fields: Uint8Array;
  /** Names of the fields. */
  names: readonly Uint8Array[];
};

/** Returned by `fieldOf` for a key that is not in the table. */
export const NO_FIELD = 0;

/** Creates a table of the given names; the numbers must be 1 to 255. */
export function fieldTable(fields: Readonly<Record<string, number>>): FieldTable {
  const table = {
    fields: new Uint8Array(PLACES),
    names: Array.from({ length: PLACES }, (): Uint8Array => new Uint8Array(0)),
  };
  for (const [text, field] of Object.entries(fields)) {
    const name = asciiBytes(text);
    const place = placeOf(name, 0, name.length);
    assert(table.fields[place] === NO_FIELD, `two names share a place with ${text}`);
    table.fields[place] = field;
    table.names[place] = name;
  }
  return table;
}

/** Returns the number of the key in bytes [start, end), `NO_FIELD` when the table lacks it. */
export function fieldOf(table: FieldTable, bytes: Uint8Array, start: number, end: number): number {
  if (start === end) return NO_FIELD;
  const place = placeOf(bytes, start, end);
  return spells(bytes, start, end, table.names[place]) ? table.fields[place] : NO_FIELD;
}

const PLACES = 1_024;

/** The multipliers keep the names of each table apart, which `fieldTable` checks. */
function placeOf(bytes: Uint8Array, start: number, end: number): number {
  return ((end - start) * 131 + bytes[start] * 7 + bytes[end - 1] * 37) & (PLACES - 1);
}
