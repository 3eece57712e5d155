import type { NativeCurrency } from '../../../core/chain/network';
import { formatFee, formatNative } from '../../../core/format/amounts';
import { Tooltip } from '../Tooltip';

/** Shows an amount of the native currency in the unit of its size; the exact value is in the tooltip. */
export function AmountView({
  wei,
  currency,
  focusable = true,
  fee = false,
}: {
  wei: bigint;
  currency: NativeCurrency;
  /** False in tables and virtual rows. */
  focusable?: boolean;
  /** Shows a fee: in the currency, however small it is, and in Gwei in the tooltip. */
  fee?: boolean;
}) {
  const { text, exact } = (fee ? formatFee : formatNative)(wei, currency);
  return (
    <Tooltip tip={<span className="mono">{exact}</span>} focusable={focusable}>
      {text}
    </Tooltip>
  );
}
