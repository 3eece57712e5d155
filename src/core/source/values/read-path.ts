/**
 * A place in storage that a reader names: `total`, `balances[0xabc…]`,
 * `orders[3].price`, or the number of a slot. The way back is storage-path.ts.
 *
 *     path = name { "[" key "]" | "." member }
 *
 * A key is written as its type is in a source: a number, an address, bytes as
 * hex, a text in quotes, a member of an enum, the hash of a text, a constant.
 */

import { concat, numberToBytes, stringToBytes } from 'viem';
import { isAddressShaped } from '../../chain/address-shape';
import { hexToBytes, parseHex, wordHex } from '../../chain/hex';
import { keccak, keccakHex } from '../../chain/keccak';
import { fail, ok, type Result } from '../../values/result';
import type { SourceType } from './source-type';
import { firstItem, isSized, packIntoSlots, rootPath, type StorageVariable, slotsOf } from './storage-layout';
import type { StoredPlace } from './stored-value';

export type NamedPlace = StoredPlace & {
  /** The path as it was read, without white space. */
  path: string;
  /** Undefined for a slot that is named by its number. */
  type: SourceType | undefined;
  /**
   * For `bytes` or a text at the place: `length` where its length is meant, else the index of the byte that is meant.
   */
  within?: 'length' | bigint;
  /** Lengths of dynamic arrays on the way: the index counts only where it is below what `slot` holds. */
  bounds: readonly { path: string; slot: bigint; index: bigint }[];
};

const MAX_LENGTH = 2_000; // characters of a path
const WORD = 1n << 256n;
const LENGTH: SourceType = { kind: 'uint', name: 'uint256', bytes: 32 };
const BYTE: SourceType = { kind: 'bytesN', name: 'bytes1', bytes: 1 };
const PART = /^(?:\.\s*([A-Za-z_$][\w$]*)|\[\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^\]]+?)\s*\])\s*/;

const NAME_PART = /(?:^|\s*\.)\s*[A-Za-z_$][\w$]*/gy;

/** Returns the key of the type that a constant of that name is; undefined where there is none. */
export type KeyNamed = (name: string, type: SourceType) => Uint8Array | undefined;

/** Reads a path by the variables of a layout. The error is one sentence. */
export function readPath(
  text: string,
  variables: readonly StorageVariable[],
  keyNamed: KeyNamed = () => undefined,
): Result<NamedPlace, string> {
  const trimmed = text.trim();
  if (trimmed === '') return fail('Name a variable or the number of a slot.');
  if (trimmed.length > MAX_LENGTH) return fail('The expression is too long.');
  if (/^(\d+|0x[\da-f]+)$/i.test(trimmed)) {
    if (trimmed.length > 78 || BigInt(trimmed) >= WORD) return fail('A slot is a number below 2^256.');
    return ok({ path: trimmed, type: undefined, slot: BigInt(trimmed), offset: 0, bounds: [] });
  }
  const first = /^[A-Za-z_$][\w$]*/.exec(trimmed)?.[0];
  if (first === undefined) return fail('An expression begins with the name of a variable.');
  const { name, found } = variablesNamed(trimmed, first, variables);
  // Private variables of two bases may have the same name; the most derived one is last.
  const variable = found.at(-1);
  if (variable === undefined)
    return fail(
      variables.length === 0
        ? 'No layout of the storage is known, so that only the number of a slot can be read.'
        : `The contract has no variable ${name} in storage.`,
    );
  const path = name === variable.name ? rootPath(variable, variables) : name.replace(/\s/g, '');
  let place: NamedPlace = { path, type: variable.type, slot: variable.slot, offset: variable.offset, bounds: [] };
  let rest = trimmed.slice(name.length).trimStart();
  while (rest !== '') {
    const part = PART.exec(rest);
    if (part === null) return fail(`“${rest.slice(0, 40)}” is neither a member nor an index.`);
    const next = part[1] === undefined ? itemOf(place, part[2], keyNamed) : memberOf(place, part[1]);
    if (!next.ok) return next;
    place = next.value;
    rest = rest.slice(part[0].length);
  }
  return ok(place);
}

/**
 * The variables of the shortest name that the text begins with, which those of Vyper's modules have with points:
 * `lib.total`. Where there is none, those that the contract of the first word declares: `Base.total`.
 */
function variablesNamed(text: string, first: string, variables: readonly StorageVariable[]) {
  const names = [...text.matchAll(NAME_PART)].map(({ index, 0: part }) => text.slice(0, index + part.length));
  const plain = names.map((name) => name.replace(/\s/g, ''));
  for (const [index, name] of plain.entries()) {
    const found = variables.filter((variable) => variable.name === name);
    if (found.length > 0) return { name: names[index], found };
  }
  for (const [index, name] of plain.entries()) {
    const found = variables.filter((variable) => `${variable.contract}.${variable.name}` === name);
    if (found.length > 0) return { name: names[index], found };
  }
  return { name: first, found: [] };
}

function memberOf(place: NamedPlace, name: string): Result<NamedPlace, string> {
  const { type, path } = place;
  if (name === 'length' && type?.kind === 'array') {
    if (type.length !== undefined) return fail(`${path} always has ${type.length} items.`);
    return ok({ ...place, path: `${path}.length`, type: LENGTH, offset: 0 });
  }
  if (name === 'length' && (type?.kind === 'bytes' || type?.kind === 'string'))
    return ok({ ...place, path: `${path}.length`, type: LENGTH, within: 'length' });
  if (type?.kind !== 'struct') return fail(`${path} is no struct, it has no member ${name}.`);
  const members = type.members();
  const index = members.findIndex((member) => member.name === name);
  if (index === -1)
    return fail(`${path} has no member ${name}. It has ${members.map((member) => member.name).join(', ')}.`);
  const at = packIntoSlots(members.map((member) => member.type)).places[index];
  if (!at.isCertain) return fail(`Where ${path}.${name} lies is not known: a member before it is of unknown size.`);
  return ok({
    ...place,
    path: `${path}.${name}`,
    type: members[index].type,
    slot: (place.slot + at.slot) % WORD,
    offset: at.offset,
  });
}

function itemOf(place: NamedPlace, text: string, keyNamed: KeyNamed): Result<NamedPlace, string> {
  const { type, path } = place;
  if (type?.kind === 'mapping') {
    const written = readTypedWord(type.key, text);
    const named = written.ok ? undefined : keyNamed(text, type.key);
    const key = named === undefined ? written : ok(named);
    if (!key.ok) return fail(`The key of ${path}: ${key.error}`);
    const slot = numberToBytes(place.slot, { size: 32 });
    // Vyper hashes the slot first, and of a text its hash.
    const isText = type.key.kind === 'string' || type.key.kind === 'bytes';
    const hashed = type.slotFirst ? concat([slot, isText ? keccak(key.value) : key.value]) : concat([key.value, slot]);
    return ok({ ...place, path: `${path}[${text}]`, type: type.value, slot: BigInt(keccakHex(hashed)), offset: 0 });
  }
  if (type?.kind !== 'array' && type?.kind !== 'bytes') return fail(`${path} is neither an array nor a mapping.`);
  if (!/^\d{1,78}$/.test(text)) return fail(`The index of ${path} is a whole number.`);
  const index = BigInt(text);
  if (type.kind !== 'array') return ok({ ...place, path: `${path}[${text}]`, type: BYTE, within: index });
  if (type.length !== undefined && index >= BigInt(type.length))
    return fail(`${path} has ${type.length} items, from 0 to ${type.length - 1}.`);
  if (index > 0n && !isSized(type.element))
    return fail(`Where ${path}[${text}] lies is not known: items of ${path} are of unknown size.`);
  const start =
    type.length !== undefined ? place.slot : type.inPlace !== undefined ? place.slot + 1n : firstItem(place.slot);
  const { element } = type;
  const bytes = 'bytes' in element ? element.bytes : 32;
  const each = 'bytes' in element ? BigInt(Math.floor(32 / bytes)) : 1n;
  const size = each === 1n ? slotsOf(element) : 1n;
  return ok({
    path: `${path}[${text}]`,
    type: element,
    slot: (start + (index / each) * size) % WORD,
    offset: Number(index % each) * bytes,
    bounds: type.length === undefined ? [...place.bounds, { path, slot: place.slot, index }] : place.bounds,
  });
}

/** Returns a literal as its plain form: `0x…` of hex"…", the quoted text of unicode"…"; else the text itself. */
function plainLiteral(text: string): string {
  const [, kind, quoted] = /^(hex|unicode)("[^"]*"|'[^']*')$/.exec(text) ?? [];
  if (quoted === undefined) return text;
  return kind === 'hex' ? `0x${quoted.slice(1, -1).replaceAll('_', '')}` : quoted;
}

/** Reads the bytes of a mapping key as they are hashed: values fill a word, texts and bytes stay as they are. */
export function readTypedWord(type: SourceType, given: string): Result<Uint8Array, string> {
  const text = plainLiteral(given);
  switch (type.kind) {
    case 'string':
    case 'bytes':
      return textKey(type.kind, text);
    case 'bool':
      return text === 'true' || text === 'false' ? ok(word(text === 'true' ? 1n : 0n)) : fail('it is true or false.');
    case 'bytesN': {
      const width = type.width ?? type.bytes;
      const quoted = /^(keccak256\(\s*)?("[^"]*"|'[^']*')(\s*\))?$/.exec(text);
      const whole = quoted && textKey('string', quoted[2]);
      const isHash = quoted?.[1] !== undefined;
      const bytes = !whole?.ok ? parseHex(text) : isHash ? keccak(whole.value) : filled(whole.value, width);
      if (bytes === undefined || bytes.length !== width) return fail(`it is 0x and ${width * 2} hex digits.`);
      return ok(Uint8Array.from({ length: 32 }, (_, at) => bytes[at] ?? 0));
    }
    case 'address':
      return isAddressShaped(text) ? ok(word(BigInt(text))) : fail('it is an address, 0x and 40 hex digits.');
    case 'enum': {
      const member = type.members.indexOf(text.slice(text.lastIndexOf('.') + 1));
      if (member !== -1) return ok(word(BigInt(member)));
      return integerKey(text, type.bytes, false);
    }
    case 'uint':
    case 'int':
      return integerKey(text, type.bytes, type.kind === 'int');
    default:
      return fail(`keys of type ${type.name} cannot be written here.`);
  }
}

function integerKey(text: string, bytes: number, signed: boolean): Result<Uint8Array, string> {
  const match = /^(-?)(\d{1,78}|0x[\da-f]{1,64})$/i.exec(text);
  if (match === null) return fail('it is a whole number.');
  const value = match[1] === '-' ? -BigInt(match[2]) : BigInt(match[2]);
  const width = BigInt(bytes * 8 - (signed ? 1 : 0));
  const least = signed ? -(1n << width) : 0n;
  if (value < least || value >= 1n << width) return fail(`it is out of range, ${bytes * 8} bits.`);
  return ok(word(value < 0n ? value + WORD : value));
}

/** Reads a key that is a text, in quotes or not, or bytes as hex. */
export function textKey(kind: 'string' | 'bytes', text: string): Result<Uint8Array, string> {
  if (kind === 'bytes' && !/^["']/.test(text)) {
    const bytes = parseHex(text);
    return bytes === undefined ? fail('it is hex with whole bytes.') : ok(bytes);
  }
  if (text.startsWith("'")) return ok(stringToBytes(text.slice(1, -1)));
  if (!text.startsWith('"')) return ok(stringToBytes(text));
  try {
    return ok(stringToBytes(JSON.parse(text) as string));
  } catch {
    return fail('the text in quotes has an escape that is none.');
  }
}

/** A text as a literal of `bytesN` has it, with zeros behind; left as it is where it is longer. */
function filled(text: Uint8Array, width: number): Uint8Array {
  return text.length > width ? text : Uint8Array.from({ length: width }, (_, at) => text[at] ?? 0);
}

function word(value: bigint): Uint8Array {
  return hexToBytes(wordHex(value));
}
