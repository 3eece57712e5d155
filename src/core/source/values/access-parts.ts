/** Which of the values that share a storage slot an access is about. */
import type { SlotPart } from './storage-path';

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
