/**
 * A state variable by its name, and the words that storage has to hold for it
 * to be what is typed (Solidity docs, Layout of State Variables in Storage).
 *
 *     value types    their bytes of the slot, the others as they are
 *     bytes, string  up to 31 in the slot; more from keccak256(slot) on; Vyper's behind their length
 *     items.length   the number of items of a dynamic array
 */
import { bytesToHex } from '../chain/hex';
import { type NamedPlace, readPath, readTypedWord, textKey } from '../source/values/read-path';
import type { SourceType } from '../source/values/source-type';
import { firstItem, type StorageVariable } from '../source/values/storage-layout';
import { fail, ok, type Result } from '../values/result';
import { quantityOf, readAddress, readWei } from './read-fields';

/** A word that a slot is to hold. */
export type SlotWrite = { slot: bigint; word: bigint };

const LENGTH: SourceType = { kind: 'uint', name: 'uint256', bytes: 32 };
const WORD = 2n ** 256n;

/** Finds the place of a variable in storage, the length of a dynamic array as `items.length`. A slot's number is refused: it names no variable. */
export function placeOfVariable(path: string, variables: readonly StorageVariable[]): Result<NamedPlace, string> {
  const [, array] = /^(.+)\.\s*length$/.exec(path.trim()) ?? [];
  const items = array === undefined ? undefined : readPath(array, variables);
  if (items?.ok && items.value.type?.kind === 'array' && items.value.type.length === undefined)
    return ok({ ...items.value, path, type: LENGTH, offset: 0 });
  const place = readPath(path, variables);
  if (place.ok && place.value.type === undefined)
    return fail('A slot is changed by its number under Storage, a variable by its name.');
  return place;
}

/** Returns the slots whose words must be known before it can be written. */
export function slotsBefore({ slot, bounds }: NamedPlace): readonly bigint[] {
  return [slot, ...bounds.map((bound) => bound.slot)];
}

/** Returns the writes after which the place holds the value that `text` states. `wordAt` returns the words of `slotsBefore`. */
export function writesOf(
  place: NamedPlace,
  text: string,
  wordAt: (slot: bigint) => bigint,
): Result<readonly SlotWrite[], string> {
  const { path, slot, offset, type, bounds } = place;
  for (const bound of bounds) {
    const length = wordAt(bound.slot);
    if (bound.index >= length)
      return fail(`${bound.path} has ${length} items; set ${bound.path}.length first to write at ${bound.index}.`);
  }
  if (type?.kind === 'string' || type?.kind === 'bytes') return textWrites(type, slot, text);
  if (type === undefined || !('bytes' in type) || type.kind === 'unknown' || type.kind === 'function')
    return fail(`${path} is ${type === undefined ? 'a slot' : `of type ${type.name}`}; name one value of it.`);
  const value = partOf(type, text);
  if (!value.ok) return fail(`${path}: ${value.error}`);
  const shift = BigInt(offset * 8);
  const mask = ((1n << BigInt(type.bytes * 8)) - 1n) << shift;
  return ok([{ slot, word: (wordAt(slot) & ~mask) | ((value.value << shift) & mask) }]);
}

/** The bytes of a value as a number. */
function partOf(
  type: Exclude<SourceType, { kind: 'mapping' }> & { bytes: number },
  text: string,
): Result<bigint, string> {
  if (type.kind === 'address') {
    const address = readAddress(text);
    return address.ok ? ok(BigInt(address.value)) : address;
  }
  // Amounts are typed with their units elsewhere too.
  const amount = type.kind === 'uint' && quantityOf(text) === undefined ? readWei(text) : undefined;
  const word = readTypedWord(type, amount?.ok ? amount.value.toString() : text);
  if (!word.ok) return word;
  const whole = wordOf(word.value);
  return ok(type.kind === 'bytesN' ? whole >> BigInt((32 - type.bytes) * 8) : whole);
}

function textWrites(
  type: Extract<SourceType, { kind: 'string' | 'bytes' }>,
  slot: bigint,
  text: string,
): Result<readonly SlotWrite[], string> {
  const read = textKey(type.kind, text);
  if (!read.ok) return read;
  const bytes = read.value;
  const { inPlace } = type;
  if (inPlace !== undefined) {
    if (bytes.length > inPlace) return fail(`It has ${bytes.length} bytes, of at most ${inPlace}.`);
    return ok([{ slot, word: BigInt(bytes.length) }, ...wordsOf(bytes, slot + 1n)]);
  }
  if (bytes.length < 32) {
    const [front = { word: 0n }] = wordsOf(bytes, slot);
    return ok([{ slot, word: front.word | BigInt(bytes.length * 2) }]);
  }
  return ok([{ slot, word: BigInt(bytes.length * 2 + 1) }, ...wordsOf(bytes, firstItem(slot))]);
}

/** Bytes from a slot on, the last word filled with zeros. */
function wordsOf(bytes: Uint8Array, start: bigint): SlotWrite[] {
  return Array.from({ length: Math.ceil(bytes.length / 32) }, (_, at) => {
    const word = new Uint8Array(32);
    word.set(bytes.subarray(at * 32, at * 32 + 32));
    return { slot: (start + BigInt(at)) % WORD, word: wordOf(word) };
  });
}

function wordOf(bytes: Uint8Array): bigint {
  return BigInt(bytesToHex(bytes));
}
