/** Short texts for rows: every name and value of a trace is untrusted, and bounded here. */

import type { Decoded } from '../../../core/abi/decoded';
import type { Name } from '../../../core/chain/name';
import type { Hex } from '../../../core/chain/primitives';
import { type Amount, formatToken } from '../../../core/format/amounts';
import { formatInteger, groupInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten, truncate } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import type { LogDetail } from '../../../workers/trace/rows.api';
import { ORIGIN_WORDS } from '../../ui/identity/NameView';

/** Values longer than this are cut and open a popover, characters. */
const VALUE_LENGTH = 30;
/** The same of an array or tuple, which is cut between its items. */
const ITEMS_LENGTH = 60;
/** Bytes of a topic of a log, the first of which is the selector of its event. */
export const TOPIC_BYTES = 32;
/** Items of an array or tuple that are spelled out in a row. */
const ITEMS = 4;

/** Names repeat over thousands of rows; so many texts are kept made harmless. */
const KEPT = 5_000;
const harmlessNames = new Map<string, string>();

/** Returns a name as `harmlessText` makes it, at most 64 characters; quick for names seen before. */
export function nameText(text: string): string {
  const known = harmlessNames.get(text);
  if (known !== undefined) return known;
  const harmless = harmlessText(text, 64);
  if (harmlessNames.size >= KEPT) harmlessNames.clear();
  if (text.length <= 200) harmlessNames.set(text, harmless);
  return harmless;
}

/** Returns `1 byte`, `68 bytes`. */
export function byteCount(bytes: number): string {
  return `${countOf(bytes, 'byte')}`;
}

/** Returns how many bytes the data of a log has. */
export function dataLength({ inputLength, topics }: Pick<LogDetail, 'inputLength' | 'topics'>): number {
  return Math.max(0, inputLength - topics.length * TOPIC_BYTES);
}

/** Names what a button copies of `what`: `data`, or `the first 16,384 bytes of data` where no more of its `length` bytes came. */
export function copiedBytes(what: string, hex: Hex, length: number): string {
  const here = (hex.length - 2) / 2;
  return here < length ? `the first ${byteCount(here)} of ${what}` : what;
}

/** Returns how many characters of the hex of `length` bytes are beyond the first `drawn`. */
export function digitsBeyond(drawn: number, length: number): number {
  return Math.max(0, 2 + 2 * length - drawn);
}

/** Returns a value on one line, and whether a popover has more to show. */
export function cutValue(value: Decoded): { text: string; cut: boolean } {
  if (value.kind === 'address') return { text: addressText(value), cut: true };
  const amount = amountOf(value);
  if (amount !== undefined) return { text: truncate(amount.text, VALUE_LENGTH), cut: true };
  if (value.member !== undefined) return { text: truncate(nameText(value.member), VALUE_LENGTH), cut: true };
  if (value.hashed) return { text: `keccak256 ${shorten(value.text)}`, cut: true };
  if (value.items) return cutItems(value);
  const whole = oneLine(value, 0);
  if (whole.length <= VALUE_LENGTH) return { text: whole, cut: false };
  if (value.kind === 'bytes') return { text: shorten(value.text), cut: true };
  return { text: `${whole.slice(0, VALUE_LENGTH)}…`, cut: true };
}

/** As many items as there is room for, closed as it was opened. */
function cutItems(value: Decoded): { text: string; cut: boolean } {
  for (let count = Math.min(ITEMS, value.items?.length ?? 0); count > 0; count--) {
    const text = oneLine(value, 0, count);
    if (text.length <= ITEMS_LENGTH) return { text, cut: count < value.length || value.items?.some(isCut) === true };
  }
  return { text: oneLine(value, 0, 0), cut: true };
}

/** Whether an item stands shorter among others than it is, or by a name. */
function isCut({ kind, member, text, items = [], length }: Decoded): boolean {
  if (kind === 'address' || member !== undefined) return true;
  if (kind === 'string') return text.length > 2 * VALUE_LENGTH;
  if (kind === 'bytes') return shorten(text) !== text;
  if (kind !== 'array' && kind !== 'tuple') return false;
  return length > Math.min(ITEMS, items.length) || items.some(isCut);
}

/** Returns the name by which an address is known, else its short form. */
export function addressText({ known, text }: Decoded): string {
  return known === undefined ? shorten(text) : nameText(known.text);
}

/** Returns an integer as the amount of a token that it is; undefined of any other value. */
export function amountOf({ kind, token, text, length }: Decoded): Amount | undefined {
  if (kind !== 'integer' || token === undefined || text.length !== length) return undefined;
  return formatToken(BigInt(text), token.decimals, token.symbol === undefined ? '' : harmlessText(token.symbol, 12));
}

/** Returns the tooltip of a value that a row shows by name or as an amount; undefined for a value that is shown unchanged. */
export function valueNote(value: Decoded): string | undefined {
  if (value.kind === 'address' && value.known) return `${originNote(value.known)}\n${value.text}`;
  if (value.member !== undefined) return `${harmlessText(value.declared ?? value.type, 100)}\n${value.text}`;
  const amount = amountOf(value);
  return amount && `${amount.exact}\n${value.text}`;
}

function oneLine(value: Decoded, depth: number, most = ITEMS): string {
  if (value.kind === 'address' && depth > 0) return addressText(value);
  if (value.member !== undefined) return nameText(value.member);
  if (value.kind === 'string') return `"${harmlessText(value.text, 2 * VALUE_LENGTH)}"`;
  if (value.kind === 'bytes' && depth > 0) return shorten(value.text);
  if (value.kind === 'integer') return groupInteger(value.text);
  if (value.kind !== 'array' && value.kind !== 'tuple') return value.text;
  const items = value.items ?? [];
  const shown = items.slice(0, most).map((item) => {
    const text = oneLine(item, depth + 1);
    return value.kind === 'tuple' && item.name !== '' ? `${nameText(item.name)}: ${text}` : text;
  });
  if (value.length > shown.length) shown.push(`… ${formatInteger(value.length - shown.length)} more`);
  return value.kind === 'tuple' ? `{${shown.join(', ')}}` : `[${shown.join(', ')}]`;
}

/** Says who gave the name; of a guess, that it is one. */
export function originNote(name: Name): string {
  const guess = isGuess(name) ? ': guessed from the selector, which several signatures can share' : '';
  return `Name from ${ORIGIN_WORDS[name.origin]}${guess}`;
}

/** Returns whether the name is only one of several that its selector could stand for. */
export function isGuess(name: Name): boolean {
  return name.origin === 'signatureTable' || name.origin === 'signatureService';
}

/** Slots of plain variables have small numbers, those of mappings and arrays are hashes. */
export function slotText(key: Hex): string {
  const slot = BigInt(key);
  return slot < 1n << 64n ? `${slot}` : shorten(key);
}

/** Largest number that is taken for one and not for something packed or hashed. */
const MAX_NUMBER = 1n << 128n;

/** Writes a word as it is easier to read: a number where it is small, an address where it can be one, hex without zeros otherwise. */
export function wordText(word: Hex): string {
  const value = BigInt(word);
  if (value < MAX_NUMBER) return formatInteger(value);
  const hex = value.toString(16);
  // Twenty bytes with some of the first four set: nothing else looks like it, save a packed word.
  if (hex.length > 32 && hex.length <= 40) return `0x${hex.padStart(40, '0')}`;
  return `0x${hex}`;
}
