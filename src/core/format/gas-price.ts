/** Prices of gas as text. */
import { GWEI } from '../chain/units';
import { formatAmount, formatUnits } from './amounts';

/** Digits of a price after the zeros that its fraction begins with. */
const DIGITS = 3;

/**
 * Writes wei as a number of Gwei, cut as all amounts are; below a Gwei to so many digits that it is told from others:
 * rollups sell gas for a millionth of one. What is less than a wei counts as none.
 */
export function formatGwei(wei: number): string {
  const whole = BigInt(Math.floor(wei));
  const [before, fraction = ''] = formatUnits(whole, GWEI.decimals).split('.');
  const zeros = before === '0' ? fraction.length - fraction.replace(/^0+/, '').length : 0;
  return formatAmount(whole, GWEI.decimals, zeros + DIGITS);
}
