/** Bytecode of build output, with the places that are filled in later: links of libraries, and immutables. */

import { type Fields, isFields, readFields } from '../../values/json-fields';

/** Hex digits. Far above what a block can hold, so that only nonsense is refused. */
const MAX_BYTECODE = 8_000_000;

/**
 * Reads bytecode given as text or as `{ object, linkReferences, immutableReferences }`; undefined when it is no hex. Links are
 * zeros in `hex`, and with the immutables they are its holes, bytes.
 */
export function readBytecode(value: unknown): { hex: string; holes: { start: number; length: number }[] } | undefined {
  const fields: Fields = isFields(value) ? value : { object: value };
  const text = fields.object;
  if (text === undefined || text === null || text === '') return { hex: '', holes: [] };
  if (typeof text !== 'string' || text.length > MAX_BYTECODE) return undefined;
  const digits = text.replace(/^0x/, '');
  // Links not yet made: __$hash$__ (solc 0.5 on) or __path:Name____, 40 characters where an address goes.
  const holes: { start: number; length: number }[] = [];
  const hex = digits.replace(/__.{36}__|__.{38}/g, (_, offset: number) => {
    holes.push({ start: offset / 2, length: 20 });
    return '0'.repeat(40);
  });
  if (hex.length % 2 !== 0 || !/^[\da-fA-F]*$/.test(hex)) return undefined;
  for (const hole of [...references(fields.immutableReferences), ...references(fields.linkReferences)]) {
    const known = holes.some(({ start, length }) => start === hole.start && length === hole.length);
    if (!known && hole.start + hole.length <= hex.length / 2) holes.push(hole);
  }
  return { hex: hex.toLowerCase(), holes: holes.sort((a, b) => a.start - b.start) };
}

/** `{ start, length }` objects two levels deep at most: by AST id for immutables, by file and library for links. */
function references(value: unknown): { start: number; length: number }[] {
  const found: { start: number; length: number }[] = [];
  const visit = (node: unknown, level: number): void => {
    if (typeof node !== 'object' || node === null || found.length >= 10_000) return;
    const { start, length } = readFields(node);
    if (isPosition(start) && isPosition(length)) found.push({ start, length });
    else if (level < 4) for (const below of Object.values(node)) visit(below, level + 1);
  };
  visit(value, 0);
  return found;
}

/** Returns whether a value is a place in a code: a whole number from 0 on. */
export function isPosition(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
