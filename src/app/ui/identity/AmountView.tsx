import type { NativeCurrency } from '../../../core/chain/network';
import { formatNative } from '../../../core/format/amounts';
import { Tooltip } from '../Tooltip';

/** An amount of the native currency in the unit of its size; the exact value is in the tooltip. */
export function AmountView({
  wei,
  currency,
  focusable = true,
}: {
  wei: bigint;
  currency: NativeCurrency;
  /** False in tables and virtual rows. */
  focusable?: boolean;
}) {
  const { text, exact } = formatNative(wei, currency);
  return (
    <Tooltip tip={<span className="mono">{exact}</span>} focusable={focusable}>
      {text}
    </Tooltip>
  );
}
