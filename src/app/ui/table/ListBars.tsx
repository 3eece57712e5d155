/** The bars above the rows of a list: count, origin and export, then filters where the list has some. */
import type { ReactNode } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { wordFor } from '../../../core/format/plural';
import { Button } from '../Button';
import { Icon } from '../Icon';

/** Shows how many rows there are, where they come from, how complete they are, and the rows as a file. `children`: kinds to choose from, at the left. */
export function ListFacts({
  count,
  unit,
  origin,
  completeness,
  onCsv,
  isSaving = false,
  children,
}: {
  /** Undefined while it is not known. */
  count: number | undefined;
  /** One of what is counted: `transaction`. */
  unit: string;
  /** `from this browser’s index`. */
  origin: ReactNode;
  /** What is missing: `blocks 18,200,000 to the head`; nothing where the list is whole. */
  completeness?: ReactNode;
  onCsv?: (() => void) | undefined;
  /** The file is being made. */
  isSaving?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b bg-raised px-2.5 py-1.5">
      {children}
      <div className="ml-auto flex min-w-0 items-center gap-x-3">
        <p className="min-w-0 text-muted">
          {count !== undefined && (
            <>
              <b className="font-semibold text-text tabular-nums">{formatInteger(count)}</b> {wordFor(count, unit)}{' '}
            </>
          )}
          {origin}
          {completeness !== undefined && <>, {completeness}</>}
        </p>
        {onCsv && (
          <Button size="s" disabled={isSaving} onClick={onCsv} title="Save all rows as a file">
            <Icon name="arrowDown" size={12} /> CSV
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows the filters that hold, and those that can be added. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-1.5 border-line border-b px-2.5 py-1.5">{children}</div>
  );
}
