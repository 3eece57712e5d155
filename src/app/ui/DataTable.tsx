import type { Key, ReactNode } from 'react';
import { classes } from './classes';

export type Column<Row> = {
  /** Heading, and the label of the value on a card. */
  label: string;
  render: (row: Row) => ReactNode;
  /** Numbers: right-aligned, in the mono face. */
  numeric?: boolean;
  /** Left out of narrow tables (below 1200 px); still on the cards of phones. */
  wide?: boolean;
};

/** A table whose rows become cards below 768 px, each value under its column's label. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
}) {
  return (
    <table aria-label={label} className="block w-full border-collapse sm:table">
      <thead className="hidden sm:table-header-group">
        <tr className="border-line border-b bg-raised">
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={classes(
                'px-3 py-1.5 font-medium text-muted text-s',
                column.numeric ? 'text-right' : 'text-left',
                visibility(column),
              )}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="grid grid-cols-2 gap-x-4 gap-y-1 border-line border-b px-3 py-2 last:border-0 hover:bg-hover sm:table-row sm:p-0"
          >
            {columns.map((column) => (
              <td
                key={column.label}
                className={classes(
                  'min-w-0 sm:h-[34px] sm:whitespace-nowrap sm:px-3 sm:py-1',
                  alignment(column),
                  visibility(column),
                )}
              >
                <span className="block text-[11.5px] text-muted sm:hidden">{column.label}</span>
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function alignment<Row>(column: Column<Row>): string {
  return column.numeric ? 'sm:mono sm:text-right' : 'text-left';
}

function visibility<Row>(column: Column<Row>): string | undefined {
  return column.wide ? 'sm:hidden lg:table-cell' : undefined;
}
