/**
 * Amounts as text. Integers with a number of decimals, as chains keep them;
 * no floating point on the way. English, comma for thousands, point for fractions.
 */
import type { NativeCurrency } from '../chain/network';
import { type AmountUnit, GWEI, WEI_PER_GWEI } from '../chain/units';

/** Up to this many wei are shown in Wei, up to the next in Gwei, above in the native currency. */
const MAX_IN_WEI = 1_000_000n;
const MAX_IN_GWEI = 1_000_000_000_000_000n;
const DEFAULT_DIGITS = 3;
/** Native amounts of one unit and more show one digit more. */
const LARGE_DIGITS = 4;

export type Amount = {
  /** Number and unit, `1.5 ETH`, fraction cut. */
  text: string;
  /** The amount without loss, for the tooltip. */
  exact: string;
};

/** Decimals of a currency whose smallest part is a wei. */
const WEI_DECIMALS = 18;

/**
 * Writes an amount of the native currency in the unit of its size: Wei, Gwei or the currency's symbol. A currency of
 * other decimals than 18 has no wei, so that it is always in the symbol.
 */
export function formatNative(wei: bigint, currency: NativeCurrency): Amount {
  const size = wei < 0n ? -wei : wei;
  const { symbol, decimals } = currency;
  const exact = `${formatUnits(wei, decimals)} ${symbol}`;
  const hasWei = decimals === WEI_DECIMALS;
  if (hasWei && size <= MAX_IN_WEI) return { text: `${groupDigits(wei.toString())} Wei`, exact };
  if (hasWei && size < WEI_PER_GWEI) return { text: formatFee(wei, GWEI).text, exact };
  if (hasWei && size <= MAX_IN_GWEI) return { text: `${formatAmount(wei, GWEI.decimals)} Gwei`, exact };
  const digits = size >= 10n ** BigInt(decimals) ? LARGE_DIGITS : hasWei ? DEFAULT_DIGITS : decimals;
  return { text: `${formatAmount(wei, decimals, digits)} ${symbol}`, exact };
}

/** Digits of a fee after the zeros that its fraction begins with. */
const FEE_DIGITS = 4;

/**
 * Writes a fee, or a price of gas, always in the currency, however small, so that fees compare; without loss in Gwei where
 * the currency has wei.
 */
export function formatFee(wei: bigint, { symbol, decimals }: AmountUnit): Amount {
  const fraction = formatUnits(wei, decimals).split('.')[1] ?? '';
  const zeros = fraction.length - fraction.replace(/^0+/, '').length;
  const unit = decimals === WEI_DECIMALS ? GWEI : { symbol, decimals };
  const [whole = '0', rest] = formatUnits(wei, unit.decimals).split('.');
  const exact = `${groupDigits(whole)}${rest === undefined ? '' : `.${rest}`} ${unit.symbol}`;
  return { text: `${formatAmount(wei, decimals, zeros + FEE_DIGITS)} ${symbol}`, exact };
}

/**
 * Writes `value` ÷ 10^decimals with thousands separators and at most `digits`
 * digits of fraction. The rest is cut, not rounded, so that no more is shown
 * than there is; what is cut to nothing reads `<0.001`.
 */
export function formatAmount(value: bigint, decimals: number, digits = DEFAULT_DIGITS): string {
  const sign = value < 0n ? '-' : '';
  const [whole = '0', fraction = ''] = formatUnits(value < 0n ? -value : value, decimals).split('.');
  const shown = fraction.slice(0, digits).replace(/0+$/, '');
  if (whole === '0' && shown === '' && value !== 0n) {
    return digits === 0 ? `${sign}<1` : `${sign}<0.${'0'.repeat(digits - 1)}1`;
  }
  return `${sign}${groupDigits(whole)}${shown === '' ? '' : `.${shown}`}`;
}

/** Writes `value` ÷ 10^decimals, exactly: `1234567.89`, no separators, no zeros at the end. */
export function formatUnits(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Returns the integer that `text` means with `decimals` decimals: nothing is
 * zero, a minus sign is honoured, fraction digits past the decimals are cut,
 * what is no number is zero.
 */
export function parseUnits(text: string, decimals: number): bigint {
  const match = /^\s*(-?)(\d*)(?:\.(\d*))?\s*$/.exec(text);
  if (match === null) return 0n;
  const [, sign, whole = '', fraction = ''] = match;
  const value = BigInt(`0${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  return sign === '-' ? -value : value;
}

/** Adds commas between groups of three digits of an integer in decimal. */
export function groupDigits(integer: string): string {
  return integer.replace(/\B(?=(\d{3})+$)/g, ',');
}
