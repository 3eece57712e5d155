import type { Key, ReactNode } from 'react';
import { classes } from './classes';
import { PULSE } from './Skeleton';
import { type Column, ROLES } from './table/column';
import { LoadingRows } from './table/LoadingRows';
import { TableHead } from './table/TableHead';
import { type RowLooks, TableRow } from './table/TableRow';
import { useRowKeys } from './table/use-row-keys';

/**
 * Shows a list. Below 992 px its rows are cards, each value under its column's
 * label; they stay a table for assistive technology. Rows that are on their way
 * have their room already.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  loadingRows = 10,
  busy = false,
  empty,
  open,
  tone,
}: RowLooks<Row> & {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first ones are on their way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  /** Number of rows that are expected. */
  loadingRows?: number;
  /** Other rows are on their way; these stay until they come. */
  busy?: boolean;
  /** Shown when the table has no rows: an `EmptyState`. */
  empty?: ReactNode;
}) {
  const { active, handlers } = useRowKeys(rows?.length ?? 0);
  if (rows?.length === 0 && empty !== undefined) return empty;
  return (
    <>
      {rows === undefined && (
        <span role="status" className="sr-only">
          Loading {label}
        </span>
      )}
      <table
        {...ROLES.table}
        aria-label={label}
        aria-busy={busy || rows === undefined || undefined}
        className="block w-full border-collapse md:table"
      >
        <TableHead columns={columns} />
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
