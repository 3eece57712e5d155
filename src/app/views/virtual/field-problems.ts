import { formatInteger } from '../../../core/format/counts';

/** Returns a sentence on what is wrong with a whole number as typed; undefined for an empty field, which is missing and not wrong. */
export function wholeProblem(text: string, least: number, most: number): string | undefined {
  if (text === '') return undefined;
  const isWhole = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isWhole ? undefined : `A whole number from ${formatInteger(least)} to ${formatInteger(most)}.`;
}

/** Returns a sentence on what is wrong with bytes as typed; undefined when nothing is. */
export function bytesProblem(text: string): string | undefined {
  return text === '' || /^0x([0-9a-f]{2})*$/i.test(text) ? undefined : 'Bytes are 0x and an even number of hex digits.';
}

/** Returns a sentence on what is wrong with a slot or a value of 32 bytes as typed: hex, or a whole number. */
export function wordProblem(text: string): string | undefined {
  return text === '' || wordOf(text) !== undefined
    ? undefined
    : 'Up to 32 bytes: 0x and hex digits, or a whole number.';
}

/** Returns the 32 bytes that are typed; undefined where they are none. */
export function wordOf(text: string): string | undefined {
  if (!/^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(text)) return undefined;
  const digits = BigInt(text).toString(16);
  return digits.length > 64 ? undefined : `0x${digits.padStart(64, '0')}`;
}
