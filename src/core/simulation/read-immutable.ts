/** Values of immutables as they are typed, as the words that code holds for them. */
import type { Hash } from '../chain/primitives';
import { fail, ok, type Result } from '../values/result';
import { readWord } from './read-fields';

const WORD_DIGITS = 64;

/**
 * Reads the word of an immutable of a type, `bytes4`, `int256` or `bool`: what the stack holds of it, so that fixed
 * bytes stand at its left. For any other type, a number or 32 bytes are taken. The error is one sentence.
 */
export function readImmutable(type: string, text: string): Result<Hash, string> {
  const typed = text.trim();
  const bytes = Number(/^bytes(\d{1,2})$/.exec(type)?.[1] ?? 0);
  if (bytes > 0) {
    const digits = /^0x([\da-f]+)$/i.exec(typed)?.[1]?.toLowerCase() ?? '';
    return digits.length === bytes * 2
      ? ok(`0x${digits.padEnd(WORD_DIGITS, '0')}` as Hash)
      : fail(`It is 0x and ${bytes * 2} hex digits.`);
  }
  if (type === 'bool' && /^(true|false)$/.test(typed)) return readWord(typed === 'true' ? '1' : '0');
  const [, bits, negative] = /^int(\d{1,3})? -(\d{1,77})$/.exec(`${type} ${typed}`) ?? [];
  if (negative !== undefined) {
    const value = BigInt(negative);
    return value <= 2n ** (BigInt(bits ?? 256) - 1n)
      ? ok(`0x${BigInt.asUintN(256, -value).toString(16).padStart(WORD_DIGITS, '0')}` as Hash)
      : fail(`It does not fit ${type}.`);
  }
  return readWord(typed);
}
