import { classes } from '../classes';
import { alignmentOf, type Column, PADDING, ROLES, visibilityOf } from './column';

/** Shows the headings. */
export function TableHead<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead {...ROLES.group} className="hidden md:table-header-group">
      <tr {...ROLES.row} className="border-line border-b bg-raised">
        {columns.map((column) => (
          <th
            {...ROLES.heading}
            key={column.label}
            scope="col"
            className={classes(
              'h-[30px] whitespace-nowrap bg-raised font-medium text-muted text-s',
              PADDING,
              alignmentOf(column),
              visibilityOf(column),
            )}
          >
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
