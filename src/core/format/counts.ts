/** Counts, gas, percentages and sizes as text. English, comma for thousands. */
import { groupDigits } from './amounts';

/** Gas from which amounts are abbreviated where the caller asks for it. */
const ABBREVIATED_GAS = 1_000_000;
const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Writes integers with thousands separators: `1,234,567`. A number past 2^53 is rounded, so that `more than 2^53` stands for it. */
export function formatInteger(count: number | bigint): string {
  if (typeof count === 'bigint') return groupDigits(count.toString());
  return count > 2 ** 53 ? 'more than 2^53' : groupDigits(Math.trunc(count).toFixed(0));
}

/** Writes an integer in decimal with thousands separators, `-1,234`; any other text stays as it is. */
export function groupInteger(text: string): string {
  return /^-?\d+$/.test(text) ? groupDigits(text) : text;
}

/** Writes gas with thousands separators; with `abbreviate`, `1.25m` from a million on. */
export function formatGas(gas: number, abbreviate = false): string {
  if (!abbreviate || gas < ABBREVIATED_GAS) return formatInteger(gas);
  return `${groupFraction(cutTo(gas / 1e6, 2))}m`;
}

/** Writes a percentage with at most two digits of fraction, rounded: `12.35 %`. */
export function formatPercent(percent: number): string {
  if (!Number.isFinite(percent)) return '–';
  return `${groupFraction(String(Math.round(percent * 100) / 100))} %`;
}

/** Writes bytes in powers of 1,000: `512 B`, `1.5 kB`, `47 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let size = 0;
  while (value >= 1000 && size < SIZES.length - 1) {
    value /= 1000;
    size++;
  }
  return `${cutTo(value, value < 10 ? 1 : 0)} ${SIZES[size]}`;
}

/** `value` with at most `digits` digits of fraction, the rest cut, no zeros at the end. */
function cutTo(value: number, digits: number): string {
  const scale = 10 ** digits;
  // 1.1 * 10 is 11.000000000000002 and 1.15 * 100 is 114.99999999999999: look one digit further before cutting.
  return String(Math.trunc(Number((value * scale).toFixed(6))) / scale);
}

function groupFraction(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return fraction === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`;
}
