import type { Key, ReactNode } from 'react';
import type { Failure } from '../../core/values/failure';
import { classes } from './classes';
import { RetryableError } from './RetryableError';
import { PULSE } from './Skeleton';
import { type Column, ROLES } from './table/column';
import { LoadingRows } from './table/LoadingRows';
import { SortChoice, type Sorting, TableHead } from './table/TableHead';
import { type RowLooks, TableRow } from './table/TableRow';
import { focusRow, useRowKeys } from './table/use-row-keys';

/**
 * Shows a list. Below 992 px its rows are cards, each value under its column's
 * label; they stay a table for assistive technology. Rows that are on their way
 * have their room already. For thousands of rows there is `VirtualTable`.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  loadingRows = 10,
  busy = false,
  failure,
  onRetry,
  empty,
  sort,
  onSort,
  open,
  tone,
}: Sorting &
  RowLooks<Row> & {
    label: string;
    columns: readonly Column<Row>[];
    /** Undefined while the first ones are on their way. */
    rows: readonly Row[] | undefined;
    rowKey: (row: Row) => Key;
    /** Number of rows that are expected. */
    loadingRows?: number;
    /** Other rows are on their way; these stay until they come. */
    busy?: boolean;
    /** The failure that is shown in place of rows. */
    failure?: Failure | undefined;
    onRetry?: () => void;
    /** Shown when the table has no rows: an `EmptyState`. */
    empty?: ReactNode;
  }) {
  const { active, handlers } = useRowKeys(rows?.length ?? 0, focusRow);
  if (failure) return <RetryableError failure={failure} onRetry={() => onRetry?.()} />;
  if (rows?.length === 0 && empty !== undefined) return empty;
  return (
    <>
      {rows === undefined && (
        <span role="status" className="sr-only">
          Loading {label}
        </span>
      )}
      <SortChoice columns={columns} sort={sort} onSort={onSort} />
      <table
        {...ROLES.table}
        aria-label={label}
        aria-busy={busy || rows === undefined || undefined}
        className="block w-full border-collapse md:table"
      >
        <TableHead columns={columns} sort={sort} onSort={onSort} />
        <tbody
          {...ROLES.group}
          className={classes('block md:table-row-group', rows === undefined && PULSE)}
          {...(open && handlers)}
        >
          {rows?.map((row, index) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              open={open}
              tone={tone}
              index={index}
              tabbable={index === active}
            />
          ))}
          {rows === undefined && <LoadingRows columns={columns} count={loadingRows} />}
        </tbody>
      </table>
    </>
  );
}
