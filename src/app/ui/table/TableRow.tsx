import type { KeyboardEvent, MouseEvent } from 'react';
import { classes } from '../classes';
import { type Column, cellClass, ROLES } from './column';

export type RowLooks<Row> = {
  /** Rows lead somewhere: by a click, by Enter, and into a new tab with the middle button or ⌘ or Ctrl. */
  open?: { href: (row: Row) => string; onOpen: (row: Row) => void } | undefined;
  /** A row with a coloured edge: it failed, or is not final. A cell must say so in words, too. */
  tone?: ((row: Row) => 'failure' | 'pending' | undefined) | undefined;
};

/** How a row looks: a card where there is no room for columns. */
export const ROW = 'grid grid-cols-2 gap-x-4 gap-y-1 border-line border-b px-3 py-2 last:border-0 md:table-row md:p-0';
const TONES = {
  failure: 'bg-failure-soft shadow-[inset_3px_0_var(--failure)]',
  pending: 'shadow-[inset_3px_0_var(--pending)]',
};

export function TableRow<Row>({
  row,
  columns,
  open,
  tone,
  index,
  tabbable,
}: RowLooks<Row> & {
  row: Row;
  columns: readonly Column<Row>[];
  index: number;
  /** The one row of the table that Tab leads to; the arrow keys lead to the others. */
  tabbable: boolean;
}) {
  const edge = tone?.(row);
  const interaction = open && {
    tabIndex: tabbable ? 0 : -1,
    onClick: (event: MouseEvent) => {
      if (isControl(event.target) || hasSelection()) return;
      if (event.metaKey || event.ctrlKey) openTab(open.href(row));
      else open.onOpen(row);
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === 1 && !isControl(event.target)) openTab(open.href(row));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      event.preventDefault();
      if (event.metaKey || event.ctrlKey) openTab(open.href(row));
      else open.onOpen(row);
    },
  };
  return (
    <tr
      {...ROLES.row}
      data-index={index}
      data-focus-inside
      {...interaction}
      className={classes(ROW, edge ? TONES[edge] : 'hover:bg-hover', open && 'cursor-pointer')}
    >
      {columns.map((column) => (
        <td {...ROLES.cell} key={column.label} className={cellClass(column)}>
          <span className="block text-[11.5px] text-muted md:hidden">{column.label}</span>
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}

/** Links, buttons and fields in a row answer for themselves. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, label, summary') !== null;
}

/** A reader who marks text in a row does not want to go anywhere. */
function hasSelection(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}

function openTab(href: string): void {
  window.open(href, '_blank', 'noopener');
}
