/** Amounts as people type them, exactly or not at all; `parseUnits` of amounts.ts is the lenient reading of filters. */
import type { AmountUnit } from '../chain/units';
import { fail, ok, type Result } from '../values/result';
import { formatUnits, groupDigits } from './amounts';

const MAX_LENGTH = 200; // characters; 2^256 has 78 digits
const NUMBER = /^(\d[\d,_]*|\d*)(?:\.(\d*))?(?:e(\d{1,3}))?$/i;
const GROUPED = /^\d{1,3}([,_]\d{3})+$/;

/**
 * Returns the integer that `text` means in `unit`, or a sentence that says why
 * it means none. Takes digits with one point, thousands separated by commas or
 * underscores (`1,250.5`), and a power of ten (`1e18`). White space around it
 * is ignored. Rejects digits below the smallest part of the unit instead of
 * cutting them.
 */
export function parseAmount(text: string, { symbol, decimals }: AmountUnit): Result<bigint, string> {
  const trimmed = text.trim();
  if (trimmed.startsWith('-')) return fail('An amount cannot be negative.');
  const match = trimmed.length > MAX_LENGTH ? null : NUMBER.exec(trimmed);
  const [, whole = '', fraction = '', power = '0'] = match ?? [];
  if (match === null || whole + fraction === '') {
    return fail('This is no number. Write digits with one point, as 1250.5.');
  }
  if (/[,_]/.test(whole) && !GROUPED.test(whole)) {
    return fail('Commas separate thousands here, and a point the fraction: 1,250.5.');
  }
  const shift = decimals + Number(power);
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > shift) {
    return fail(
      decimals === 0
        ? `${symbol} has no fraction.`
        : `${symbol} has ${decimals} decimals; this has ${digits.length - Number(power)}.`,
    );
  }
  return ok(BigInt(`${whole.replace(/[,_]/g, '') || '0'}${digits.padEnd(shift, '0')}`));
}

/** Returns a whole number without the separators of its thousands, as in `26,412,083` and `1_000`; any other text as it is: `1,5` is none. */
export function withoutGroups(text: string): string {
  return GROUPED.test(text) ? text.replaceAll(/[,_]/g, '') : text;
}

/** Writes `amount` as it is typed in a unit: exact, with thousands separators, no zeros at the end. */
export function writeAmount(amount: bigint, decimals: number): string {
  const [whole = '0', fraction] = formatUnits(amount, decimals).split('.');
  return fraction === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`;
}
