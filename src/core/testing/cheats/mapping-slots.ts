/** Slots of mappings, found as code hashes a key with the slot of its mapping and then writes there. */

import { keccak } from '../../chain/keccak';
import type { Frame } from '../../evm/frames/frame';
import type { AccountIndex } from '../../evm/state/slots';
import { fromBytes, toBigInt, toNumber } from '../../evm/words/words';
import type { MappingSlots } from './cheat-state';

const word = new Uint32Array(8);

function wordAt(memory: Uint8Array, offset: number): bigint {
  fromBytes(memory, offset, 32, word, 0);
  return toBigInt(word, 0);
}

function of(mappings: Map<AccountIndex, MappingSlots>, account: AccountIndex): MappingSlots {
  const found = mappings.get(account) ?? { entries: new Map(), children: new Map() };
  mappings.set(account, found);
  return found;
}

/** Notes a hash of 64 bytes: a key and the slot of its mapping. For before KECCAK256. */
export function hashedSlot(
  mappings: Map<AccountIndex, MappingSlots>,
  { stack, sp, memory, memorySize, self }: Frame,
): void {
  if (sp < 16 || toNumber(stack, sp - 16) !== 64) return;
  const offset = toNumber(stack, sp - 8);
  if (offset + 64 > memorySize) return;
  const [key, parent] = [wordAt(memory, offset), wordAt(memory, offset + 32)];
  of(mappings, self).entries.set(wordAt(keccak(memory.slice(offset, offset + 64)), 0), { parent, key });
}

/** Notes a slot that is written as one of its mapping, and the mapping as one of that which holds it. For before SSTORE. */
export function writtenSlot(mappings: Map<AccountIndex, MappingSlots>, { stack, sp, self }: Frame): void {
  const found = mappings.get(self);
  if (sp < 8 || found === undefined) return;
  let slot = toBigInt(stack, sp - 8);
  for (let entry = found.entries.get(slot); entry !== undefined; entry = found.entries.get(slot)) {
    const children = found.children.get(entry.parent) ?? [];
    if (children.includes(slot)) return;
    children.push(slot);
    found.children.set(entry.parent, children);
    slot = entry.parent;
  }
}
