/** Short texts for rows: every name and value of a trace is untrusted, and bounded here. */

import type { Decoded } from '../../../core/abi/decoded';
import { amountOf } from '../../../core/abi/value-text';
import type { Name } from '../../../core/chain/name';
import type { Hex } from '../../../core/chain/primitives';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { shorten } from '../../../core/format/shorten';
import { harmlessText } from '../../../core/text/harmless';
import { RowKind } from '../../../core/trace/rows';
import type { FrameRow, LogDetail, LogRow } from '../../../workers/trace/rows.api';
import { ORIGIN_TEXT } from '../../ui/identity/NameView';

/** Bytes of a topic of a log, the first of which is the selector of its event. */
export const TOPIC_BYTES = 32;
/** Returns `1 byte`, `68 bytes`. */
export function byteCount(bytes: number): string {
  return `${countOf(bytes, 'byte')}`;
}

/**
 * Counts the bytes behind the selector of a call, or behind the first topic of a log. A fallback function sees no selector:
 * of its calls every byte counts.
 */
export function bytesBeyondSelector({
  kind,
  inputLength,
  selector,
  functionName,
}: Pick<FrameRow | LogRow, 'kind' | 'inputLength' | 'selector' | 'functionName'>): number {
  if (kind === RowKind.log) return inputLength - (selector ? TOPIC_BYTES : 0);
  return inputLength - (selector === undefined || functionName?.text === 'fallback' ? 0 : 4);
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

/** Returns the tooltip of a value that a row shows by name or as an amount; undefined for a value that is shown unchanged. */
export function valueNote(value: Decoded): string | undefined {
  if (value.known) return `${originNote(value.known)}\n${value.text}`;
  if (value.member !== undefined) return `${harmlessText(value.declared ?? value.type, 100)}\n${value.text}`;
  const amount = amountOf(value);
  return amount && `${amount.exact}\n${value.text}`;
}

/** Says who gave the name; of a guess, that it is one. */
export function originNote(name: Name): string {
  const guess = isGuess(name) ? ': guessed from the selector, which several signatures can share' : '';
  return `Name from ${ORIGIN_TEXT[name.origin]}${guess}`;
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
