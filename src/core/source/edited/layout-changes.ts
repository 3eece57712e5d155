/** What an edit does to storage that is there: the chain's slots are read as the new layout says. */

import type { SourceType } from '../values/source-type';
import type { StorageVariable } from '../values/storage-layout';

/**
 * Returns a sentence for each variable whose place or type is another, that is
 * gone, or is new. Variables are known by contract and name; none where the
 * layouts are the same. Linear in the variables.
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
      sentences.push(`${old.name} (${old.type.name}) is gone: its value stays at ${placeOf(old)}.`);
      continue;
    }
    if (!isSameShape(old.type, now.type))
      sentences.push(
        old.type.name === now.type.name
          ? `${old.name} at ${placeOf(old)}: the members of ${old.type.name} changed, and read the values of the old ones.`
          : `${old.name} at ${placeOf(now)} was ${old.type.name} and is ${now.type.name}: it reads the value of the other type.`,
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

/** Whether two types are read alike. Structs are compared by their members, each pair of structs once. */
function isSameShape(before: SourceType, after: SourceType): boolean {
  const compared = new Map<object, Set<object>>();
  const pairs: [SourceType, SourceType][] = [[before, after]];
  for (const [old, now] of pairs) {
    if (old.kind === 'struct' && now.kind === 'struct') {
      const known = compared.get(old.declaration) ?? new Set();
      if (known.has(now.declaration)) continue;
      compared.set(old.declaration, known.add(now.declaration));
      const members = now.members();
      if (old.members().length !== members.length) return false;
      for (const [at, { name, type }] of old.members().entries()) {
        const member = members[at];
        if (member?.name !== name) return false;
        pairs.push([type, member.type]);
      }
    } else if (old.kind === 'array' && now.kind === 'array') {
      if (old.length !== now.length) return false;
      pairs.push([old.element, now.element]);
    } else if (old.kind === 'mapping' && now.kind === 'mapping') {
      pairs.push([old.key, now.key], [old.value, now.value]);
    } else if (old.kind !== now.kind || old.name !== now.name) return false;
  }
  return true;
}
