import { formatInteger } from '../../core/format/counts';
import { Button } from './Button';
import { NativeSelect } from './NativeSelect';
import { Spinner } from './Spinner';

/** Where a reader is in a list that is read page by page, and the ways on. */
export type Pager = {
  /** The page that is wanted, from 1. */
  page: number;
  /** Rows of the list before those that are shown, which may be those of the page before. */
  before: number;
  hasPrevious: boolean;
  hasNext: boolean;
  perPage: number;
  perPageOptions: readonly number[];
  /** A page is on its way. What is shown stays until then. */
  busy: boolean;
  onPrevious: () => void;
  onNext: () => void;
  onPerPage: (perPage: number) => void;
};

/**
 * Previous, place, next for a list that is read page by page from a cursor: how
 * many pages there are is not known. The view of a machine that holds the cursors.
 */
export function CursorPager({
  label,
  rows,
  count,
  ...pager
}: Pager & {
  label: string;
  /** How many rows are shown, which may be those of another page; undefined before the first are there. */
  rows?: number | undefined;
  /** Rows of the whole list, where they are known. */
  count?: number | undefined;
}) {
  const { page, before, hasPrevious, hasNext, perPage, perPageOptions, busy, onPrevious, onNext, onPerPage } = pager;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 text-muted">
      <span className="flex items-center gap-1.5">
        {rows !== undefined && rows > 0 && (
          <span className="tabular-nums">
            {count === undefined && 'Rows '}
            <b className="font-semibold text-text">{`${formatInteger(before + 1)} – ${formatInteger(before + rows)}`}</b>
            {count !== undefined && ` of ${formatInteger(count)}`} ·
          </span>
        )}
        <NativeSelect
          label="Rows per page"
          look="small"
          value={perPage}
          options={perPageOptions.map((count) => ({ value: count, label: String(count) }))}
          onChange={onPerPage}
        />
        per page
      </span>
      <span role="status" className="ml-auto flex h-4 w-4 items-center">
        {busy && <Spinner label="Loading the page" />}
      </span>
      <span className="flex items-center gap-2">
        <Button size="s" disabled={!hasPrevious || busy} onClick={onPrevious}>
          <span aria-hidden>‹</span> Previous
        </Button>
        <span className="tabular-nums">
          Page <b className="font-semibold text-text">{formatInteger(page)}</b>
        </span>
        <Button size="s" disabled={!hasNext || busy} onClick={onNext}>
          Next <span aria-hidden>›</span>
        </Button>
      </span>
    </nav>
  );
}
