import { Progress as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { formatInteger } from '../../core/format/counts';
import { Button } from './Button';

/**
 * Shows work that takes longer than a second: what is being done, how far it is
 * in counts, and a button that cancels it. `total` is undefined where it is
 * unknown.
 */
export function ProgressBar({
  label,
  done,
  total,
  unit,
  note,
  onCancel,
}: {
  label: string;
  done: number;
  total?: number | undefined;
  /** What is counted, in the plural: `blocks`. */
  unit: string;
  /** More about the progress: the rate, the time that is left. */
  note?: ReactNode;
  onCancel?: () => void;
}) {
  const counted =
    total === undefined
      ? `${formatInteger(done)} ${unit}`
      : `${formatInteger(done)} of ${formatInteger(total)} ${unit}`;
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-[550]">{label}</span>
        <span className="text-muted tabular-nums">{counted}</span>
        {note !== undefined && <span className="text-muted">· {note}</span>}
        {onCancel && (
          <span className="ml-auto">
            <Button size="s" variant="quiet" aria-label={`Cancel: ${label}`} onClick={onCancel}>
              Cancel
            </Button>
          </span>
        )}
      </div>
      <Radix.Root
        aria-label={label}
        value={share === undefined ? null : done}
        max={total === undefined || total === 0 ? 1 : total}
        getValueLabel={() => counted}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <Radix.Indicator
          className="block h-full rounded-full bg-accent transition-[width] data-[state=indeterminate]:w-1/3 data-[state=indeterminate]:animate-[slide_1.4s_ease-in-out_infinite]"
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </Radix.Root>
    </div>
  );
}
