import { formatGas } from '../../../core/format/counts';
import { GasBar } from './GasView';

/** Shows a bar, and beside it the gas used: as long in every row of a column, whatever the number. */
export function GasInRow({ used, limit }: { used: number; limit: number | undefined }) {
  return (
    <span className="inline-grid w-44 max-w-full grid-cols-[1fr_minmax(10ch,auto)] items-center gap-2">
      <span className="-mt-1">{limit !== undefined && <GasBar used={used} limit={limit} />}</span>
      <span className="md:text-right">{formatGas(used)}</span>
    </span>
  );
}
