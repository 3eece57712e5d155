/** What frames every list that is read by cursor: count and origin, filters and CSV, rows, and the pager. */
import { type ReactNode, useState } from 'react';
import { ReadFailure } from '../../read-failure';
import { Button } from '../../ui/Button';
import { CursorPager } from '../../ui/CursorPager';
import { DataTable } from '../../ui/DataTable';
import { ErrorState } from '../../ui/ErrorState';
import { Panel } from '../../ui/Panel';
import type { Column } from '../../ui/table/column';
import { FilterBar, ListFacts } from '../../ui/table/ListBars';
import type { RowLooks } from '../../ui/table/TableRow';
import { downloadTable } from '../../ui/table/table-csv';
import { toast } from '../../ui/toast';
import type { CursorPaging } from '../../use-cursor-paging';

/** Where the rows of a list come from. */
export type ListOrigin = {
  origin: string;
  completeness?: string | undefined;
  /** Older rows are being read: a page that is not full grows at its end. */
  isFilling?: boolean | undefined;
  /** Whether it is unknown yet how far the index is. Nothing is drawn then: a note above the rows would move them. */
  isUnknown?: boolean | undefined;
};

export function ListPanel<Row>({
  label,
  unit,
  count,
  origin,
  completeness,
  isFilling = false,
  isUnknown = false,
  columns,
  paging: { rows, failure, onRetry, readAll, ...paging },
  shown = rows,
  inFile = (all) => all,
  rowKey,
  csvName,
  kinds,
  filters,
  isFiltered = false,
  empty,
  open,
  tone,
  children,
}: RowLooks<Row> &
  ListOrigin & {
    label: string;
    /** One of what is listed: `transaction`. */
    unit: string;
    count?: number | undefined;
    columns: readonly Column<Row>[];
    paging: CursorPaging<Row>;
    /** Rows of the page that stand in the table; all of them unless given. */
    shown?: readonly Row[] | undefined;
    /** Returns the rows of the list that stand in its file; all of them unless given. */
    inFile?: (rows: readonly Row[]) => readonly Row[];
    rowKey: (row: Row) => string;
    csvName: string;
    kinds?: ReactNode;
    filters?: ReactNode;
    /** Rows are left out by the filters. */
    isFiltered?: boolean;
    empty: ReactNode;
    /** Below the rows. */
    children?: ReactNode;
  }) {
  const { hasPrevious, hasNext, perPage } = paging;
  const [isSaving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    readAll()
      .then((all) => downloadTable(`${csvName}.csv`, columns, inFile(all)))
      .catch((error: unknown) => {
        if (!(error instanceof ReadFailure)) throw error;
        toast({ text: `The list could not be read whole: ${error.message}`, tone: 'failure', lasting: true });
      })
      .finally(() => setSaving(false));
  };
  const mayGrow =
    rows === undefined ? failure === undefined : isFilling && !hasPrevious && !hasNext && rows.length < perPage;
  // Nobody counts what a filter leaves before the list is read to its end.
  const isAtEnd = isFiltered && rows !== undefined && !hasNext && !paging.busy && !isFilling;
  const counted = isAtEnd ? paging.before + rows.length : count;
  if (isUnknown) return null;
  return (
    <Panel>
      <ListFacts
        count={counted}
        unit={unit}
        origin={origin}
        completeness={completeness}
        onCsv={save}
        isSaving={isSaving}
      >
        {kinds}
      </ListFacts>
      {filters && <FilterBar>{filters}</FilterBar>}
      {failure !== undefined && (
        <ErrorState compact failure={failure} actions={<Button onClick={onRetry}>Retry</Button>} />
      )}
      {(failure === undefined || rows !== undefined) && (
        <DataTable
          label={label}
          columns={columns}
          rows={shown}
          rowKey={rowKey}
          loadingRows={paging.perPage}
          busy={paging.busy}
          empty={empty}
          open={open}
          tone={tone}
        />
      )}
      {children}
      {/* Nothing stands below rows that are to come: they would move it. */}
      {!mayGrow && (
        <div className="border-line border-t">
          <CursorPager label={`Pages of ${unit}s`} rows={rows?.length} {...paging} />
        </div>
      )}
    </Panel>
  );
}
