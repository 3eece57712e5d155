/**
 * The one text of a decoded value: rows, headline, stack trace, state, debugger and lists write it by this file, so that
 * a value reads the same wherever it stands. All of it is untrusted, and bounded here.
 */
import type { Name } from '../chain/name';
import { type Amount, groupDigits } from '../format/amounts';
import { formatInteger, groupInteger } from '../format/counts';
import { countOf } from '../format/plural';
import { shorten, truncate } from '../format/shorten';
import { formatToken } from '../format/token-amounts';
import { harmlessText } from '../text/harmless';
import { symbolText } from '../text/symbol';
import type { Decoded } from './decoded';

/** Values longer than this are cut where the caller does not say, characters. */
const VALUE_LENGTH = 30;
/** An array or tuple, which is cut between its items, may be so many times as long. */
const ITEMS_ROOM = 2;
/** Items of an array or tuple that are spelled out. */
const ITEMS = 4;
/** Characters of a value that is written in full: those of a word in hex, and of the largest integer. */
const FULL = 120;
/** Characters of a text among other items. */
const ITEM_TEXT = 60;

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

/** Returns a value on one line of some `room` characters, and whether more can be shown of it. */
export function cutValue(value: Decoded, room = VALUE_LENGTH): { text: string; cut: boolean } {
  const { text, cut } = cutClean(value, room);
  return { text: text + markOf(value), cut: cut || value.dirty === true };
}

/** Behind a value whose word has bits that its type has no room for. */
function markOf({ dirty }: Decoded): string {
  return dirty ? ' (dirty bits)' : '';
}

function cutClean(value: Decoded, room: number): { text: string; cut: boolean } {
  if (value.kind === 'address') return { text: addressText(value), cut: true };
  const amount = amountOf(value);
  if (amount !== undefined)
    return { text: value.full ? amount.exact.replace(/^\d+/, groupDigits) : fitting(amount.text, room), cut: true };
  if (value.member !== undefined) return { text: truncate(nameText(value.member), room), cut: true };
  if (value.hashed) return { text: `keccak256 ${shorten(value.text)}`, cut: true };
  if (value.nested !== undefined) return { text: nestedText(value.nested, room), cut: true };
  if (value.items) return cutItems(value, room);
  const whole = oneLine(value, 0, ITEMS, 2 * room);
  if (whole.length <= (value.full ? FULL : room) && !value.known)
    return { text: whole, cut: value.text.length < value.length };
  if (value.kind === 'bytes' || value.kind === 'integer') return { text: shortened(value), cut: true };
  return { text: `${whole.slice(0, room)}…`, cut: true };
}

/** An amount, its fraction left out or counted in powers of ten where it is longer: a part of its digits would be another amount. */
function fitting(amount: string, room: number): string {
  if (amount.length <= room) return amount;
  const [, whole = '', unit = ''] = /^(-?[\d,]+)(?:\.\d+)?(.*)$/.exec(amount) ?? [];
  if (whole === '') return truncate(amount, room);
  if (whole.length + unit.length < room) return `≈${whole}${unit}`;
  const digits = whole.replace(/[-,]/g, '');
  return `≈${whole.startsWith('-') ? '-' : ''}${digits[0]}.${digits.slice(1, 4)}e${digits.length - 1}${unit}`;
}

/** Both ends of bytes or of an integer, of bytes also where their text is cut; of a function its whole name. */
function shortened({ type, text, length, end, known }: Decoded): string {
  const dot = type.startsWith('function') ? text.indexOf('.') : -1;
  if (dot > 0) return `${addressText({ known, text: text.slice(0, dot) })}${nameText(text.slice(dot))}`;
  return text.length < length && end !== undefined ? shorten(text + end) : shorten(text);
}

/**
 * Returns an error, or a call, with its values, `Poor(0x1234ab…cdef, 7)`, in at most `limit` characters. An error or a
 * call that it holds has some `nestedRoom` characters: `Refused(…)` where it takes more.
 */
export function callText(name: string, values: readonly Decoded[], limit: number, nestedRoom = VALUE_LENGTH): string {
  const roomOf = ({ kind, nested }: Decoded) => {
    if (nested !== undefined) return nestedRoom;
    return kind === 'bytes' || kind === 'integer' ? VALUE_LENGTH : limit / 2;
  };
  const texts = values.map((value) => cutValue(value, roomOf(value)).text);
  return harmlessText(`${nameText(name)}(${texts.join(', ')})`, limit);
}

/** Writes as many items as there is room for, and the closing bracket. */
function cutItems(value: Decoded, room: number): { text: string; cut: boolean } {
  for (let count = Math.min(ITEMS, value.items?.length ?? 0); count > 0; count--) {
    const text = oneLine(value, 0, count);
    if (text.length <= ITEMS_ROOM * room)
      return { text, cut: count < value.length || value.items?.some(isCut) === true };
  }
  return { text: oneLine(value, 0, 0), cut: true };
}

/** What bytes hold: one call or error with its values, or how many calls. */
function nestedText(nested: readonly Decoded[], room: number): string {
  const [only, ...others] = nested;
  if (only === undefined || others.length > 0) return countOf(nested.length, 'call');
  const text = callText(only.name, only.items ?? [], 10 * room);
  return text.length <= ITEMS_ROOM * room ? text : `${nameText(only.name)}(…)`;
}

/** Whether a list shows the item shortened, or by a name. */
function isCut({ kind, member, token, nested, text, items = [], length }: Decoded): boolean {
  if (kind === 'address' || member !== undefined || token !== undefined || nested !== undefined) return true;
  if (kind === 'string') return text.length > ITEM_TEXT;
  if (kind === 'bytes') return text.length < length || shorten(text) !== text;
  if (kind === 'integer') return groupInteger(text).length > VALUE_LENGTH;
  if (kind !== 'array' && kind !== 'tuple') return false;
  return length > Math.min(ITEMS, items.length) || items.some(isCut);
}

/** Returns the name by which an address is known, else its short form. */
export function addressText({ known, text }: Pick<Decoded, 'text'> & { known?: Name | undefined }): string {
  return known === undefined ? shorten(text) : nameText(known.text);
}

/** Returns an integer as the amount of a token that it is; undefined of any other value. */
export function amountOf({ kind, token, text, length }: Decoded): Amount | undefined {
  if (kind !== 'integer' || token === undefined || text.length !== length) return undefined;
  const symbol = symbolText(token.symbol ?? '', 12);
  const value = BigInt(text);
  const amount = formatToken(value, token.decimals, symbol);
  if (!token.unlimited) return amount;
  const unlimited = `unlimited ${symbol}`.trim();
  // All ones are the word itself; what was spent from it is a number that a file keeps.
  return { text: unlimited, exact: (value & (value + 1n)) === 0n ? unlimited : amount.exact };
}

/**
 * Returns a leaf as the details of a row and Input data write it, where there is room for all of it: its plain text, and
 * before that the amount or the member of an enum that it stands for. Texts are cut at `limit` characters.
 */
export function fullText(value: Decoded, limit: number): { reading: string | undefined; text: string } {
  const { kind, text, hashed, member, length } = value;
  const reading = amountOf(value)?.exact ?? (member === undefined ? undefined : nameText(member));
  if (kind === 'string' && !hashed) return { reading, text: `"${quotable(text, limit)}"` };
  const isWhole = kind === 'integer' && text.length === length;
  return { reading, text: isWhole ? groupInteger(text) : text.slice(0, limit) };
}

/** A text made harmless, with its quotes as a source writes them: one that ended it would let the rest read as further values. */
function quotable(text: string, limit: number): string {
  return harmlessText(text, limit).replace(/["\\]/g, '\\$&');
}

function oneLine(value: Decoded, depth: number, most = ITEMS, texts = ITEM_TEXT): string {
  if (depth > 0 && (value.kind === 'address' || value.token || value.hashed || value.nested))
    return cutClean(value, VALUE_LENGTH).text;
  if (value.member !== undefined) return nameText(value.member);
  if (value.unknown) return value.text;
  if (value.kind === 'string') {
    const text = quotable(value.text, texts);
    return `"${text}${value.text.length < value.length && !text.endsWith('…') ? '…' : ''}"`;
  }
  if (value.kind === 'bytes' && (depth > 0 || value.text.length < value.length)) return shortened(value);
  if (value.kind === 'integer') {
    const grouped = groupInteger(value.text);
    return depth > 0 && grouped.length > VALUE_LENGTH ? shorten(value.text) : grouped;
  }
  if ((value.kind !== 'array' && value.kind !== 'tuple') || value.text !== '') return value.text;
  const items = value.items ?? [];
  const shown = items.slice(0, most).map((item) => {
    const text = oneLine(item, depth + 1) + markOf(item);
    return value.kind === 'tuple' && item.name !== '' ? `${nameText(item.name)}: ${text}` : text;
  });
  const left = value.length - shown.length;
  if (left > 0)
    shown.push(
      shown.length > 0 ? `… ${formatInteger(left)} more` : countOf(left, value.kind === 'tuple' ? 'member' : 'item'),
    );
  return value.kind === 'tuple' ? `{${shown.join(', ')}}` : `[${shown.join(', ')}]`;
}
