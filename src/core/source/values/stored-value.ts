/**
 * Values of variables in storage, as far as the trace knows the slots (Solidity
 * docs, Layout of State Variables in Storage). What was not reached in the
 * transaction is said to be so, never taken to be zero.
 *
 *     struct   its members, packed from its first slot on
 *     T[n]     its items, packed likewise
 *     T[]      the number of items in its slot, these from keccak256(slot) on
 *     bytes    up to 31 in its slot, more from keccak256(slot) on
 *     mapping  the value for a key at keccak256(key . slot): the keys that were hashed
 *
 * Vyper packs nothing, keeps items and bytes behind their number, and hashes the slot first.
 */
import type { Decoded } from '../../abi/decoded';
import { NO_KNOWN_KEY } from '../../abi/mappings';
import { wordDigits } from '../../chain/hex';
import { textValue, valueInSlot } from './decode-word';
import type { KnownStorage } from './known-storage';
import { isValueType, type SourceType } from './source-type';
import { firstItem, isSized, packIntoSlots, slotsOf } from './storage-layout';
import { HASH, keyText } from './storage-path';

/** Items of arrays and keys of mappings that are shown. */
const MAX_ITEMS = 100;
const MAX_BYTES = 10_000;
const MAX_DEPTH = 16;
/** Values below one variable, all levels together. */
const MAX_VALUES = 2_000;

/** Said of what lies behind a value of unknown size. */
const UNPLACED = 'its place is not known';

/** A place in storage. */
export type StoredPlace = { slot: bigint /** Bytes from the low end of the slot. */; offset: number };

/**
 * Decodes the value of the type at the place. When an array has more items than are shown, those that were reached come
 * first. A mapping is a tuple of its known entries, each named by its key as the source would write it.
 */
export function decodeStored(
  name: string,
  type: SourceType,
  { slot, offset }: StoredPlace,
  storage: KnownStorage,
): Decoded {
  return new Reader(storage).read(name, type, slot, offset, 0);
}

class Reader {
  private values = 0;
  /** Slots read that the transaction reached. */
  private reached = 0;

  constructor(private readonly storage: KnownStorage) {}

  private word(slot: bigint): bigint | undefined {
    if (this.storage.has(slot)) this.reached++;
    return this.storage.at(slot);
  }

  read(name: string, type: SourceType, slot: bigint, offset: number, depth: number): Decoded {
    if (depth > MAX_DEPTH || ++this.values > MAX_VALUES) return absent(name, type, 'too much to show');
    switch (type.kind) {
      case 'struct':
        return this.struct(name, type, slot, depth);
      case 'array':
        return type.length === undefined
          ? this.list(name, type, slot, depth)
          : this.items(name, type, slot, BigInt(type.length), depth);
      case 'mapping':
        return this.mapping(name, type, slot, depth);
      case 'bytes':
      case 'string':
        return this.text(name, type, slot);
      default: {
        const word = this.word(slot);
        return word === undefined
          ? absent(name, type, this.storage.absent)
          : valueInSlot(type, word, offset, type.bytes, name);
      }
    }
  }

  private struct(name: string, type: SourceType & { kind: 'struct' }, slot: bigint, depth: number): Decoded {
    const members = type.members();
    const { places } = packIntoSlots(members.map((member) => member.type));
    const items = places.map((place, index) => {
      const member = members[index];
      return place.isCertain
        ? this.read(member.name, member.type, slot + place.slot, place.offset, depth + 1)
        : absent(member.name, member.type, UNPLACED);
    });
    return { name, type: type.name, kind: 'tuple', text: '', length: items.length, items };
  }

  private list(name: string, type: SourceType & { kind: 'array' }, slot: bigint, depth: number): Decoded {
    const length = this.word(slot);
    if (length === undefined) return absent(name, type, this.storage.absent);
    return this.items(name, type, type.inPlace === undefined ? firstItem(slot) : slot + 1n, length, depth);
  }

  private items(
    name: string,
    type: SourceType & { kind: 'array' },
    start: bigint,
    length: bigint,
    depth: number,
  ): Decoded {
    const { element } = type;
    const each = isValueType(element) && 'bytes' in element ? BigInt(Math.floor(32 / element.bytes)) : 1n;
    const bytes = 'bytes' in element ? element.bytes : 32;
    const size = each === 1n ? slotsOf(element) : 1n;
    const items = this.shown(start, length, each, size).map((index) =>
      index === 0n || isSized(element)
        ? this.read(`${index}`, element, start + (index / each) * size, Number(index % each) * bytes, depth + 1)
        : absent(`${index}`, element, UNPLACED),
    );
    // A length that no array has is that of something else; the number stays one that can be shown.
    return { name, type: type.name, kind: 'array', text: '', length: Number(length), items };
  }

  /** Indexes of the items to show. */
  private shown(start: bigint, length: bigint, each: bigint, size: bigint): bigint[] {
    const most = BigInt(MAX_ITEMS);
    if (length <= most) return Array.from({ length: Number(length) }, (_, index) => BigInt(index));
    const touched = new Set<bigint>();
    const end = start + (length / each + 1n) * size;
    for (const slot of this.storage.within(start, end)) {
      const first = ((slot - start) / size) * each;
      for (let index = first; index < first + each && index < length && touched.size < MAX_ITEMS; index++)
        touched.add(index);
    }
    return [...touched];
  }

  private mapping(name: string, type: SourceType & { kind: 'mapping' }, slot: bigint, depth: number): Decoded {
    const items: Decoded[] = [];
    let length = 0;
    const isText = type.key.kind === 'string' || type.key.kind === 'bytes';
    const { keys } = this.storage;
    for (const { key, slot: at, isHash } of type.slotFirst ? keys.behind(slot, isText) : keys.of(slot)) {
      const isWord = !isText;
      if (isWord && key.length !== 32) continue;
      const { values, reached } = this;
      const value = this.read(keyText(isHash ? HASH : type.key, key), type.value, at, 0, depth + 1);
      // A mapping of another contract has the same slot, or a key was hashed and its value never read.
      if (this.reached === reached) {
        this.values = values;
        continue;
      }
      length++;
      if (items.length < MAX_ITEMS) items.push(value);
    }
    const text = length === 0 ? NO_KNOWN_KEY : '';
    return { name, type: type.name, kind: 'tuple', text, length, items };
  }

  private text(name: string, type: SourceType & { kind: 'bytes' | 'string' }, slot: bigint): Decoded {
    const word = this.word(slot);
    if (word === undefined) return absent(name, type, this.storage.absent);
    const isInPlace = type.inPlace !== undefined;
    if (!isInPlace && (word & 1n) === 0n) return valueInSlot(type, word, 0, 32, name);
    const length = isInPlace ? word : word >> 1n;
    const shown = Number(length < BigInt(MAX_BYTES) ? length : BigInt(MAX_BYTES));
    const first = isInPlace ? slot + 1n : firstItem(slot);
    let hex = '';
    for (let at = 0; at * 32 < shown; at++) {
      const part = this.word(first + BigInt(at));
      if (part === undefined)
        return absent(name, type, `${length} bytes, not all of them ${this.storage.absent.replace(/^not /, '')}`);
      hex += wordDigits(part);
    }
    hex = hex.slice(0, shown * 2);
    if (type.kind === 'bytes')
      return { name, type: type.name, kind: 'bytes', text: `0x${hex}`, length: 2 + Number(length) * 2 };
    const bytes = Uint8Array.from({ length: shown }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
    return textValue(type, bytes, Number(length), name);
  }
}

function absent(name: string, type: SourceType, text: string): Decoded {
  return { name, type: type.name, kind: 'bytes', text, length: text.length, unknown: true };
}
