import { useEffect, useState } from 'react';
import { Skeleton } from '../Skeleton';
import { type Column, cellClass, ROLES, rowHeightOf } from './column';
import { ROW } from './TableRow';

/** What this browser keeps is read within this time, ms. Rows that come sooner are not announced by grey bars, which take longer to draw than they would stand. */
const AT_HAND = 100;
const WIDTHS = ['w-24', 'w-16', 'w-20', 'w-28'];

/** Shows the room of `count` rows that are on their way, with grey bars where their values will be once that takes a while. */
export function LoadingRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), AT_HAND);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) {
    return (
      <tr {...ROLES.row} aria-hidden>
        <td {...ROLES.cell} colSpan={columns.length} style={{ height: count * rowHeightOf(columns) }} />
      </tr>
    );
  }
  return Array.from({ length: count }, (_, at) => (
    // Rows that are on their way have no identity: they are all the same.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <tr {...ROLES.row} key={at} className={ROW}>
      {columns.map((column, index) => (
        <td {...ROLES.cell} key={column.label} className={cellClass(column)}>
          <span className="block text-[11.5px] text-muted md:hidden">{column.label}</span>
          <Skeleton still className={WIDTHS[(at + index) % WIDTHS.length] ?? 'w-24'} />
        </td>
      ))}
    </tr>
  ));
}
