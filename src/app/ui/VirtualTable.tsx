import { useVirtualizer } from '@tanstack/react-virtual';
import { type Key, useRef } from 'react';
import { CARDS, type Column, ROLES } from './table/column';
import { SortChoice, type Sorting, TableHead } from './table/TableHead';
import { type RowLooks, TableRow } from './table/TableRow';
import { useRowKeys } from './table/use-row-keys';
import { useMediaQuery } from './use-media-query';

/** Rows drawn beyond those that are seen, on each side. */
const OVERSCAN = 8;
/** Heights before a row was measured, px: of a row, and of a card with six values. */
const ROW_HEIGHT = 35;
const CARD_HEIGHT = 150;

/**
 * Shows a list of thousands that scrolls by itself: only the rows in sight are
 * on the page, and each says which of how many it is. Give every column a
 * `width`.
 */
export function VirtualTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  open,
  tone,
  height = 'min(70vh, 720px)',
}: Sorting &
  RowLooks<Row> & {
    label: string;
    columns: readonly Column<Row>[];
    rows: readonly Row[];
    rowKey: (row: Row) => Key;
    /** CSS height of the part that is seen. */
    height?: string;
  }) {
  const scroller = useRef<HTMLElement>(null);
  const cards = useMediaQuery(CARDS);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (cards ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
  });
  const { active, handlers } = useRowKeys(rows.length, (body, index) => {
    virtual.scrollToIndex(index);
    // The row is drawn in the frame after the scrolling.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => body.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus()),
    );
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  return (
    <>
      <SortChoice columns={columns} sort={sort} onSort={onSort} />
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard
        tabIndex={0}
        data-focus-inside
        style={{ height }}
        className="overflow-auto [overflow-anchor:none]"
      >
        <table
          {...ROLES.table}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          className="block w-full table-fixed border-collapse md:table"
        >
          <TableHead columns={columns} sort={sort} onSort={onSort} sticky />
          <tbody {...ROLES.group} className="block md:table-row-group" {...(open && handlers)}>
            <Spacer height={before} columns={columns.length} />
            {items.map((item) => {
              const row = rows[item.index];
              return (
                row !== undefined && (
                  <TableRow
                    key={rowKey(row)}
                    row={row}
                    columns={columns}
                    open={open}
                    tone={tone}
                    index={item.index}
                    rowIndex={item.index + 2}
                    tabbable={item.index === Math.min(Math.max(active, first), last)}
                    measure={virtual.measureElement}
                  />
                )
              );
            })}
            <Spacer height={after} columns={columns.length} />
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The room of rows that are not on the page. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="block md:table-row">
      <td colSpan={columns} className="block p-0 md:table-cell" style={{ height }} />
    </tr>
  );
}
