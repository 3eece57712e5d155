/** What an edit does to storage that is there: the chain's slots are read as the new layout says. */

import type { SourceType } from '../values/source-type';
import type { StorageVariable } from '../values/storage-layout';

/** Structs within structs are told apart this far. */
const MAX_DEPTH = 8;

/**
 * A sentence for each variable whose place or type is another, that is gone,
 * or is new. Variables are known by contract and name; none where the layouts
 * are the same. Linear in the variables.
 */
export function layoutChanges(
  before: readonly StorageVariable[],
  after: readonly StorageVariable[],
): readonly string[] {
  const was = new Map(before.map((variable) => [keyOf(variable), variable]));
  const is = new Map(after.map((variable) => [keyOf(variable), variable]));
  const sentences: string[] = [];
  for (const [key, old] of was) {
    const now = is.get(key);
    if (now === undefined) {
      sentences.push(`${old.name} (${old.type.name}) is gone: what it holds stays at ${placeOf(old)}.`);
      continue;
    }
    if (shapeOf(old.type, 0) !== shapeOf(now.type, 0))
      sentences.push(
        old.type.name === now.type.name
          ? `${old.name} at ${placeOf(old)}: the members of ${old.type.name} are others, and read what those before wrote.`
          : `${old.name} at ${placeOf(now)} was ${old.type.name} and is ${now.type.name}: it reads what the other type wrote.`,
      );
    if (placeOf(old) !== placeOf(now))
      sentences.push(`${old.name} was at ${placeOf(old)} and is at ${placeOf(now)}: it reads what is kept there.`);
  }
  for (const [key, now] of is)
    if (!was.has(key))
      sentences.push(`${now.name} (${now.type.name}) is new at ${placeOf(now)}, and begins with what is kept there.`);
  return sentences;
}

function keyOf({ contract, name }: StorageVariable): string {
  return `${contract}.${name}`;
}

function placeOf({ slot, offset }: StorageVariable): string {
  const at = slot < 1_000_000n ? slot.toString() : `0x${slot.toString(16)}`;
  return offset === 0 ? `slot ${at}` : `slot ${at}, byte ${offset}`;
}

/** The type with the members of its structs, as text. */
function shapeOf(type: SourceType, depth: number): string {
  if (depth > MAX_DEPTH) return type.name;
  const deeper = depth + 1;
  switch (type.kind) {
    case 'struct':
      return `{${type.members().map((member) => `${member.name} ${shapeOf(member.type, deeper)}`)}}`;
    case 'array':
      return `${shapeOf(type.element, deeper)}[${type.length ?? ''}]`;
    case 'mapping':
      return `${shapeOf(type.key, deeper)}=>${shapeOf(type.value, deeper)}`;
    default:
      return type.name;
  }
}
