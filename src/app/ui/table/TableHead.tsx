import { classes } from '../classes';
import { NativeSelect } from '../NativeSelect';
import { alignmentOf, type Column, PADDING, ROLES, visibilityOf } from './column';

export type Sort = { key: string; direction: 'ascending' | 'descending' };

export type Sorting = {
  sort?: Sort | undefined;
  /** Given where the table can be sorted. */
  onSort?: ((sort: Sort) => void) | undefined;
};

/** Shows the headings. One that can be sorted by is a button; pressed again, it turns the order round. */
export function TableHead<Row>({
  columns,
  sort,
  onSort,
  sticky = false,
}: Sorting & { columns: readonly Column<Row>[]; sticky?: boolean }) {
  return (
    <thead {...ROLES.group} className={classes('hidden md:table-header-group', sticky && 'sticky top-0 z-10')}>
      <tr {...ROLES.row} className="border-line border-b bg-raised">
        {columns.map((column) => {
          const sorted = column.sortKey !== undefined && sort?.key === column.sortKey ? sort.direction : undefined;
          return (
            <th
              {...ROLES.heading}
              key={column.label}
              scope="col"
              aria-sort={sorted ?? (column.sortKey !== undefined && onSort ? 'none' : undefined)}
              style={{ width: column.width }}
              className={classes(
                'h-[30px] whitespace-nowrap bg-raised font-medium text-muted text-s',
                PADDING,
                alignmentOf(column),
                visibilityOf(column),
              )}
            >
              {column.sortKey !== undefined && onSort ? (
                <button
                  type="button"
                  onClick={() => onSort(turned(column.sortKey ?? '', sorted))}
                  className={classes(
                    'inline-flex items-center gap-1 hover:text-text',
                    // The mark stands inside, so that the words line up with the values.
                    (column.numeric || column.end) && 'flex-row-reverse',
                    sorted && 'text-text',
                  )}
                >
                  {column.label}
                  <span aria-hidden className={classes('w-2 text-[10px]', !sorted && 'opacity-0')}>
                    {sorted === 'ascending' ? '▲' : '▼'}
                  </span>
                </button>
              ) : (
                column.label
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Offers the same choice where rows are cards and there are no headings. */
export function SortChoice<Row>({ columns, sort, onSort }: Sorting & { columns: readonly Column<Row>[] }) {
  const sortable = columns.filter(({ sortKey }) => sortKey !== undefined);
  if (!onSort || sortable.length === 0) return null;
  const options = sortable.flatMap(({ label, sortKey = '' }) => [
    { value: `${sortKey} descending`, label: `${label}, largest or newest first` },
    { value: `${sortKey} ascending`, label: `${label}, smallest or oldest first` },
  ]);
  return (
    <div className="border-line border-b px-3 py-2 md:hidden">
      <NativeSelect
        label="Sort by"
        look="small"
        value={sort ? `${sort.key} ${sort.direction}` : (options[0]?.value ?? '')}
        options={options}
        onChange={(chosen) => {
          const [key = '', direction] = chosen.split(' ');
          onSort({ key, direction: direction === 'ascending' ? 'ascending' : 'descending' });
        }}
      />
    </div>
  );
}

/** The largest and newest come first, as everywhere; then the other way round. */
function turned(key: string, sorted: Sort['direction'] | undefined): Sort {
  return { key, direction: sorted === 'descending' ? 'ascending' : 'descending' };
}
