import { formatGas } from '../../../core/format/counts';
import { classes } from '../classes';

/** Returns the colour of a share of gas: green up to 70 % of the limit, amber up to 90 %, red above. */
export function gasTone(used: number, limit: number): 'success' | 'pending' | 'failure' {
  const share = limit === 0 ? 0 : used / limit;
  return share <= 0.7 ? 'success' : share <= 0.9 ? 'pending' : 'failure';
}

const BARS = { success: 'bg-success', pending: 'bg-pending', failure: 'bg-failure' };

type Props = { used: number; limit: number | undefined; abbreviate?: boolean };

/** Shows gas used of a limit, with its share as a number and as a bar; the gas alone where no limit is stated. */
export function GasView({ used, limit, abbreviate = false }: Props) {
  if (limit === undefined) return formatGas(used, abbreviate);
  return (
    <span className="inline-block min-w-0">
      {formatGas(used, abbreviate)}{' '}
      <span className="font-normal text-muted">
        of {formatGas(limit, abbreviate)} · <span className="whitespace-nowrap">{share(used, limit)}</span>
      </span>
      <GasBar used={used} limit={limit} />
    </span>
  );
}

/** Shows the bar alone, 3 px high; put the number beside it. */
export function GasBar({ used, limit }: { used: number; limit: number }) {
  const width = limit === 0 ? 0 : Math.min(100, (used / limit) * 100);
  return (
    <span aria-hidden className="mt-1 block h-[3px] rounded-full bg-line">
      <span
        className={classes('block h-[3px] rounded-full', BARS[gasTone(used, limit)])}
        style={{ width: `${width}%` }}
      />
    </span>
  );
}

/** The share of the limit with one digit of fraction, `74.7 %`. */
function share(used: number, limit: number): string {
  return limit === 0 ? '–' : `${((used / limit) * 100).toFixed(1)} %`;
}
