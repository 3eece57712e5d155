/** Amounts of tokens as text. */
import { type Amount, formatAmount, formatUnits, groupDigits } from './amounts';

const MAX_UINT256 = 2n ** 256n - 1n;

/**
 * Formats an amount of a token, `1,240.5 GAM`; a whole one reads `1.0`, so that it is
 * not taken for the raw integer. The largest word, which stands for an
 * allowance without end, is spelled as the power it is. Without decimals, which
 * nobody guesses, it is counted in the token's smallest unit. `symbol` must be harmless.
 */
export function formatToken(value: bigint, decimals: number | undefined, symbol = ''): Amount {
  if (decimals === undefined) {
    const counted = `smallest units${symbol === '' ? '' : ` of ${symbol}`}`;
    return { text: `${groupDigits(value.toString())} ${counted}`, exact: `${value} ${counted}` };
  }
  const unit = symbol === '' ? '' : ` ${symbol}`;
  const exact = `${formatUnits(value, decimals)}${unit}`;
  if (value === MAX_UINT256) return { text: `2²⁵⁶−1${unit}`, exact };
  const text = formatAmount(value, decimals);
  return { text: `${text}${decimals > 0 && !text.includes('.') && value !== 0n ? '.0' : ''}${unit}`, exact };
}
