/** A 256-bit word as the reader wants to see it. */
import { harmlessText } from '../../../core/text/harmless';

/** `typed`: as the variable's type reads it. */
export type WordView = 'typed' | 'hex' | 'decimal' | 'text' | 'address';
/** The views of a word without a type. */
export const WORD_VIEWS: readonly WordView[] = ['hex', 'decimal', 'text', 'address'];

/** Returns the word in that view; where it has none (no text, no address) in hex. */
export function formatWord(word: bigint, view: WordView): string {
  const hex = word.toString(16);
  switch (view) {
    case 'typed':
    case 'hex':
      return `0x${hex}`;
    case 'decimal':
      return word.toString();
    case 'text':
      return textOf(hex.padStart(64, '0')) ?? `0x${hex}`;
    case 'address':
      return word > 0n && hex.length <= 40 && hex.length > 24 ? `0x${hex.padStart(40, '0')}` : `0x${hex}`;
  }
}

/** UTF-8 of the bytes without zeros at either end, in quotes; undefined where they are no text. */
function textOf(hex: string): string | undefined {
  const trimmed = hex.replace(/^(00)+/, '').replace(/(00)+$/, '');
  if (trimmed === '' || trimmed.length % 2 === 1) return undefined;
  const bytes = Uint8Array.from(trimmed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return hasControls(text) ? undefined : `"${harmlessText(text, 64)}"`;
  } catch {
    return undefined; // no UTF-8
  }
}

function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** Returns the 32 bytes at `offset` as a word; bytes beyond the end are zero. */
export function wordAt(bytes: Uint8Array, offset: number): bigint {
  let word = 0n;
  for (let i = 0; i < 32; i++) word = (word << 8n) | BigInt(bytes[offset + i] ?? 0);
  return word;
}
