/**
 * What a storage slot holds, as the source would write it: `balances[0xabc…]`,
 * `orders[3].price`.
 *
 * Slots of mappings and dynamic arrays are hashes. Each hash that was made in
 * the transaction is known with what was hashed, so a slot is followed back
 * from hash to hash to the variable it began at. A mapping's key is hashed
 * with the mapping's slot; an array's items begin at the hash of its slot.
 */

import { concat } from 'viem';
import { bytesToHex, hexToBytes, wordHex } from '../../chain/hex';
import { keccak } from '../../chain/keccak';
import type { Preimages } from '../../replay/preimages';
import { utf8Text } from '../../text/utf8';
import { firstPlace } from '../../values/first-place';
import { type CandidateKeys, SMALL_KEYS } from './constant-keys';
import { valueOfWord } from './decode-word';
import type { MappingKey } from './known-storage';
import { isValueType, type SourceType } from './source-type';
import { isSized, packIntoSlots, rootPath, type StorageVariable, slotsOf } from './storage-layout';
import { orderOfKey, orderOfPlace, type PathOrder } from './storage-order';

/** One value in a slot: a slot may hold several. */
export type SlotPart = {
  path: string;
  /** The value that the path belongs to, and its type: the array, where `path` is its length. */
  owner: string;
  ownerType: SourceType;
  order: PathOrder;
  /** Type that the bytes are read as. */
  type: SourceType;
  /** Bytes from the low end of the slot, and how many. */
  offset: number;
  bytes: number;
};

/** Array items counted from the hash of the array's slot: more than this is another hash. */
const MAX_DISTANCE = 1n << 40n;
const MAX_STEPS = 32;
/** Slots of a variable, or of a value behind a hash, behind which something is looked for without a hash. */
const MAX_FIXED = 64;
/** Hashes that are worked out for one layout, and how many of them lie behind one another. */
const MAX_HASHES = 10_000;
const MAX_FOLDED = 4;

const LENGTH: SourceType = { kind: 'uint', name: 'uint256', bytes: 32 };
/** A slot full of the bytes of a text that is longer than a slot. */
const RAW: SourceType = { kind: 'bytesN', name: 'bytes32', bytes: 32 };

/** A key of which only the hash is known. */
export const HASH: SourceType = { kind: 'bytesN', name: 'bytes32', bytes: 32 };

/** A path as the source would write it, and as it is sorted. */
type Path = Pick<SlotPart, 'path' | 'order'>;

/** A place reached by hashing, and the slot that was hashed: where the chain goes on. `slotFirst` as in `SourceType`. */
type Origin = { base: bigint; key: Uint8Array | undefined; slotFirst: boolean };

/** Parts at a slot, undefined where none is known, and the number of hashes that were followed before. */
type Found = { parts: SlotPart[] | undefined; depth: number };

/** A hash that was worked out: of the slot `base`, with the key of a mapping. `below` is the one that `base` lies behind. */
type FixedHash = {
  hash: bigint;
  base: bigint;
  holder: SlotPart;
  mappedKey: Uint8Array | undefined;
  below: FixedHash | undefined;
  depth: number;
};

/** A slot that may be hashed. */
type Place = Pick<FixedHash, 'base' | 'holder' | 'below'>;

export class StoragePaths {
  private readonly hashes: { sorted: bigint[]; preimage: Map<bigint, Uint8Array> };

  /** Slots where the items of variables begin, by layout. */
  private readonly fixed = new WeakMap<readonly StorageVariable[], FixedHash[]>();

  /** Slots that were hashed, by the layout. */
  private readonly found = new WeakMap<readonly StorageVariable[], Map<bigint, Found>>();

  /** @param keysFor the keys that the sources of a layout have for mappings */
  constructor(
    preimages: Pick<Preimages, 'all'>,
    private readonly keysFor: (variables: readonly StorageVariable[]) => CandidateKeys = () => SMALL_KEYS,
  ) {
    const preimage = new Map(preimages.all());
    this.hashes = { sorted: [...preimage.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)), preimage };
  }

  /** What the slot `key` holds by the layout; empty where it is not known. Follows each hash once for a layout, again only from nearer. */
  at(key: bigint, variables: readonly StorageVariable[]): SlotPart[] {
    return this.find(key, variables, 0) ?? [];
  }

  private find(key: bigint, variables: readonly StorageVariable[], depth: number): SlotPart[] | undefined {
    return (
      this.inVariables(key, variables) ?? this.behindHash(key, variables, depth) ?? this.behindFixedHash(key, variables)
    );
  }

  /** Does as `find` for a slot that was hashed, and keeps what it finds: many hashes may lead to it. */
  private findHashed(key: bigint, variables: readonly StorageVariable[], depth: number): SlotPart[] | undefined {
    const known = this.found.get(variables) ?? new Map<bigint, Found>();
    this.found.set(variables, known);
    const found = known.get(key);
    // Where nothing was found the steps may have run out; from nearer they lead further.
    if (found !== undefined && (found.parts !== undefined || found.depth <= depth)) return found.parts;
    const parts = this.find(key, variables, depth);
    known.set(key, { parts, depth });
    return parts;
  }

  /** @param among the variables of the layout that `variables` are of */
  private inVariables(
    key: bigint,
    variables: readonly StorageVariable[],
    among: readonly StorageVariable[] = variables,
  ): SlotPart[] | undefined {
    const parts: SlotPart[] = [];
    for (const variable of variables) {
      const { type, slot, offset } = variable;
      if (key < slot || key >= slot + slotsOf(type)) continue;
      const root = { path: rootPath(variable, among), order: [orderOfPlace(slot, offset)] };
      parts.push(...partsAt(root, type, key - slot, offset));
    }
    return parts.length > 0 ? parts : undefined;
  }

  /** The parts at `key`, which lies at or behind a hash, or in front of none. */
  private behindHash(key: bigint, variables: readonly StorageVariable[], depth: number): SlotPart[] | undefined {
    if (depth > MAX_STEPS) return undefined;
    const hash = this.hashAtOrBefore(key);
    if (hash === undefined || key - hash > MAX_DISTANCE) return undefined;
    for (const origin of originsOf(this.hashes.preimage.get(hash))) {
      for (const holder of this.findHashed(origin.base, variables, depth + 1) ?? []) {
        if (origin.slotFirst !== isSlotFirst(holder.ownerType)) continue;
        const text = this.hashedText(origin, holder.ownerType);
        const mappedKey = text ?? origin.key ?? emptyKeyOf(holder);
        const isHash = text === undefined && origin.slotFirst && hasTextKey(holder.ownerType);
        const parts =
          mappedKey === undefined
            ? itemsOf(holder, key - hash)
            : mappedValue(holder, mappedKey, key - hash, isHash ? HASH : undefined);
        if (parts !== undefined) return parts;
      }
    }
    return undefined;
  }

  /** The text whose hash is a key in Vyper, where it was hashed in the transaction. */
  private hashedText({ key, slotFirst }: Origin, type: SourceType): Uint8Array | undefined {
    const isHashed = slotFirst && key !== undefined && hasTextKey(type);
    return isHashed ? this.hashes.preimage.get(BigInt(bytesToHex(key))) : undefined;
  }

  /** Keys that the compiler hashed itself, by the slot they were hashed with, as far as one of the slots lies behind them. */
  foldedKeys(slots: Iterable<bigint>, variables: readonly StorageVariable[]): Map<bigint, MappingKey[]> {
    const reached = new Set<FixedHash>();
    const follow = (slot: bigint) => {
      for (let at = this.fixedBefore(slot, variables); at && !reached.has(at); at = at.below) reached.add(at);
    };
    for (const slot of slots) follow(slot);
    for (const preimage of this.hashes.preimage.values()) for (const { base } of originsOf(preimage)) follow(base);
    const keys = new Map<bigint, MappingKey[]>();
    for (const { base, hash, mappedKey } of reached)
      if (mappedKey) keys.set(base, [...(keys.get(base) ?? []), { key: mappedKey, slot: hash }]);
    return keys;
  }

  /** The parts at `key` behind a hash that the optimizer worked out, so that nothing hashed it. */
  private behindFixedHash(key: bigint, variables: readonly StorageVariable[]): SlotPart[] | undefined {
    const found = this.fixedBefore(key, variables);
    return found && behindFixed(found, key - found.hash);
  }

  /** The nearest hash at or before the slot, where what begins there can reach so far. Works all out when first asked for a layout. */
  private fixedBefore(key: bigint, variables: readonly StorageVariable[]): FixedHash | undefined {
    const known = this.fixed.get(variables) ?? this.fixedHashes(variables);
    this.fixed.set(variables, known);
    const found = known[indexAtOrBefore(known, key, ({ hash }) => hash)];
    return found === undefined || key - found.hash > MAX_DISTANCE ? undefined : found;
  }

  /** Ascending. */
  private fixedHashes(variables: readonly StorageVariable[]): FixedHash[] {
    const { written, ofType } = this.keysFor(variables);
    const found = new Map<bigint, FixedHash>();
    this.addFixedHashes(variables, written, found);
    this.addFixedHashes(variables, ({ key }) => ofType(key), found);
    return [...found.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  }

  /** Adds hashes of `keysOf` to those found: the nearest to the variables first where there are too many. */
  private addFixedHashes(
    variables: readonly StorageVariable[],
    keysOf: (mapping: SourceType & { kind: 'mapping' }) => readonly Uint8Array[],
    found: Map<bigint, FixedHash>,
  ): void {
    let places: Place[] = variables.flatMap((variable) => this.placesIn(variable, variables));
    for (let depth = 1; depth <= MAX_FOLDED && places.length > 0; depth++) {
      const level: FixedHash[] = [];
      const add = ({ base, holder, below }: Place, hash: bigint, mappedKey?: Uint8Array) => {
        const one = { hash, base, holder, mappedKey, below, depth };
        level.push(one);
        if (!found.has(hash)) found.set(hash, one);
      };
      // Items first: there is one hash of each, while mappings have many keys.
      for (const place of places) if (hasItems(place.holder.ownerType)) add(place, hashOf(word(place.base)));
      for (const place of places) {
        const { ownerType: type } = place.holder;
        if (type.kind !== 'mapping' || type.slotFirst) continue;
        for (const key of keysOf(type)) {
          if (found.size >= MAX_HASHES) return;
          add(place, hashOf(concat([key, word(place.base)])), key);
        }
      }
      places = level.flatMap(placesBehind).slice(0, MAX_HASHES);
    }
  }

  /** The slots of a variable, as far as something is looked for behind them. */
  private placesIn(variable: StorageVariable, among: readonly StorageVariable[]): Place[] {
    const places: Place[] = [];
    for (let at = 0n; at < slotsOf(variable.type) && at < MAX_FIXED; at++) {
      const holder = this.inVariables(variable.slot + at, [variable], among)?.[0];
      if (holder) places.push({ base: variable.slot + at, holder, below: undefined });
    }
    return places;
  }

  private hashAtOrBefore(key: bigint): bigint | undefined {
    return this.hashes.sorted[indexAtOrBefore(this.hashes.sorted, key, (hash) => hash)];
  }
}

/** The slots of the value behind a hash, as far as something is looked for behind them. */
function placesBehind(below: FixedHash): Place[] {
  const { ownerType: type } = below.holder;
  const places: Place[] = [];
  const value = type.kind === 'mapping' ? type.value : type.kind === 'array' ? type.element : undefined;
  if (value === undefined || isValueType(value)) return places;
  for (let at = 0n; at < MAX_FIXED; at++) {
    const holder = behindFixed(below, at)?.[0];
    if (holder === undefined) break;
    places.push({ base: below.hash + at, holder, below });
  }
  return places;
}

/** The last of the ascending items at or before `key`, -1 without one. Logarithmic. */
function indexAtOrBefore<T>(sorted: readonly T[], key: bigint, hashOf: (item: T) => bigint): number {
  return firstPlace(0, sorted.length, (at) => hashOf(sorted[at]) > key) - 1;
}

function behindFixed({ holder, mappedKey }: FixedHash, distance: bigint): SlotPart[] | undefined {
  return mappedKey === undefined ? itemsOf(holder, distance) : mappedValue(holder, mappedKey, distance);
}

/** The slot in a preimage: its last word, after the key of a mapping; in Vyper the first of two. */
function originsOf(preimage: Uint8Array | undefined): Origin[] {
  if (preimage === undefined || preimage.length < 32) return [];
  const base = BigInt(bytesToHex(preimage.subarray(preimage.length - 32)));
  const key = preimage.length === 32 ? undefined : preimage.subarray(0, preimage.length - 32);
  const last: Origin = { base, key, slotFirst: false };
  if (preimage.length !== 64) return [last];
  return [last, { base: BigInt(bytesToHex(preimage.subarray(0, 32))), key: preimage.subarray(32), slotFirst: true }];
}

function hasTextKey(type: SourceType): boolean {
  return type.kind === 'mapping' && (type.key.kind === 'string' || type.key.kind === 'bytes');
}

function isSlotFirst(type: SourceType): boolean {
  return type.kind === 'mapping' && type.slotFirst === true;
}

/** A slot as it is hashed (Solidity docs, Layout of State Variables in Storage). */
function word(slot: bigint): Uint8Array {
  return hexToBytes(wordHex(slot));
}

function hashOf(bytes: Uint8Array): bigint {
  return BigInt(bytesToHex(keccak(bytes)));
}

/** Whether what follows the value's slot begins at the hash of it. */
function hasItems(type: SourceType): boolean {
  if ('inPlace' in type) return false;
  return type.kind === 'bytes' || type.kind === 'string' || (type.kind === 'array' && type.length === undefined);
}

/** The key of no bytes, where the mapping's slot is hashed alone as that of an array is; undefined for what has none. */
function emptyKeyOf({ ownerType }: SlotPart): Uint8Array | undefined {
  if (ownerType.kind !== 'mapping') return undefined;
  const { kind } = ownerType.key;
  return kind === 'string' || kind === 'bytes' ? new Uint8Array(0) : undefined;
}

/** The part that holds `distance` slots behind the value of the mapping `holder` for `key`, which reads as `keyType` where that is not the mapping's. */
function mappedValue(
  holder: SlotPart,
  key: Uint8Array,
  distance: bigint,
  keyType?: SourceType,
): SlotPart[] | undefined {
  const { ownerType: type } = holder;
  if (type.kind !== 'mapping' || distance >= slotsOf(type.value)) return undefined;
  const read = keyType ?? type.key;
  const path = `${holder.path}[${keyText(read, key)}]`;
  return partsAt({ path, order: [...holder.order, orderOfKey(read, key)] }, type.value, distance, 0);
}

/** The items of the dynamic array `holder` in the slot `distance` behind its first; bytes and strings have one name. */
function itemsOf(holder: SlotPart, distance: bigint): SlotPart[] | undefined {
  const { ownerType: type, owner: path, order } = holder;
  if (type.kind === 'bytes' || type.kind === 'string')
    return [{ path, owner: path, ownerType: type, order: [...order, distance], type: RAW, offset: 0, bytes: 32 }];
  if (type.kind !== 'array' || type.length !== undefined) return undefined;
  return itemsAt({ path, order }, type.element, distance, undefined);
}

/** What stands `distance` slots behind the beginning of a value of the type. */
function partsAt({ path, order }: Path, type: SourceType, distance: bigint, offset: number): SlotPart[] {
  if (isValueType(type) && 'bytes' in type)
    return [{ path, owner: path, ownerType: type, order, type, offset, bytes: type.bytes }];
  if (type.kind === 'struct') {
    const members = type.members();
    return packIntoSlots(members.map((member) => member.type)).places.flatMap((place, index) => {
      const member = members[index];
      const within = distance - place.slot;
      if (!place.isCertain || within < 0n || within >= slotsOf(member.type)) return [];
      const below = { path: `${path}.${member.name}`, order: [...order, orderOfPlace(place.slot, place.offset)] };
      return partsAt(below, member.type, within, place.offset);
    });
  }
  if (type.kind === 'array' && type.length !== undefined)
    return itemsAt({ path, order }, type.element, distance, type.length);
  const isInPlace = 'inPlace' in type && type.inPlace !== undefined;
  if (isInPlace && distance > 0n)
    return type.kind === 'array'
      ? itemsAt({ path, order }, type.element, distance - 1n, type.inPlace)
      : [{ path, owner: path, ownerType: type, order: [...order, distance], type: RAW, offset: 0, bytes: 32 }];
  // A mapping, or the length of something dynamic.
  const isLength = type.kind === 'array' || isInPlace;
  const part = isLength ? { path: `${path}.length`, type: LENGTH } : { path, type };
  return [{ ...part, owner: path, ownerType: type, order, offset: 0, bytes: 32 }];
}

function itemsAt({ path, order }: Path, element: SourceType, distance: bigint, length: number | undefined): SlotPart[] {
  // Of items of unknown size only the first has a place.
  if (distance >= slotsOf(element) && !isSized(element)) return [];
  if (isValueType(element) && 'bytes' in element) {
    const each = Math.floor(32 / element.bytes);
    const first = Number(distance) * each;
    const end = Math.min(first + each, length ?? Number.POSITIVE_INFINITY);
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({
      path: `${path}[${first + index}]`,
      owner: `${path}[${first + index}]`,
      ownerType: element,
      order: [...order, BigInt(first + index)],
      type: element,
      offset: index * element.bytes,
      bytes: element.bytes,
    }));
  }
  const size = slotsOf(element);
  const index = distance / size;
  return partsAt({ path: `${path}[${index}]`, order: [...order, index] }, element, distance % size, 0);
}

/** Returns the key as the source would write it. */
export function keyText(type: SourceType, key: Uint8Array): string {
  if (type.kind === 'string') return JSON.stringify(utf8Text(key));
  if (type.kind === 'bytes') return bytesToHex(key);
  return valueOfWord(type, key.subarray(0, 32)).text;
}
