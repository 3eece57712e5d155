import type { ReactNode } from 'react';
import { classes } from '../classes';

/** A value of a file; nothing where it is undefined. */
export type CsvValue = string | number | bigint | undefined;

export type Column<Row> = {
  /** Heading, and the label of the value on a card. Unique in its table. */
  label: string;
  render: (row: Row) => ReactNode;
  /** Numbers: right-aligned, in the mono face. */
  numeric?: boolean;
  /** Right-aligned in the face of the text: times, words after numbers. */
  end?: boolean;
  /** Left out of narrow tables (below 1200 px); still on the cards of small screens. */
  wide?: boolean;
  /** Left out below 1440 px; still on the cards of small screens. */
  widest?: boolean;
  /** The value as a CSV file has it: exact, without a unit. A column without it is not in the file. */
  csv?: (row: Row) => CsvValue;
  /** Further values that only the file has, in columns of their own behind this one. */
  inFile?: readonly { label: string; csv: (row: Row) => CsvValue }[];
  /** Takes the width that the other columns leave, and is cut to it; at most one column of a table. */
  fills?: boolean;
  /** Two lines, as all columns of its table: rows are 60 px high. */
  isTall?: boolean;
  /** Addresses, which names may take the place of: keeps their room, so that the columns beside it do not move. */
  addresses?: boolean;
};

/** Returns a column of parts of rows as one of the rows; the file has nothing of a row without that part, the table `missing`. */
export function columnOfPart<Row, Part>(
  { csv, inFile, render, ...column }: Column<Part>,
  part: (row: Row) => Part | undefined,
  missing: ReactNode = '–',
): Column<Row> {
  const of =
    <T>(read: (part: Part) => T, otherwise: T) =>
    (row: Row): T => {
      const found = part(row);
      return found === undefined ? otherwise : read(found);
    };
  return {
    ...column,
    ...(csv && { csv: of(csv, undefined) }),
    ...(inFile && { inFile: inFile.map((each) => ({ label: each.label, csv: of(each.csv, undefined) })) }),
    render: of(render, missing),
  };
}

/** Heights of a row on a desk, px: as in `cellClass`. */
const ROW_HEIGHT = 34;
const TALL_ROW_HEIGHT = 60;

export function rowHeightOf<Row>(columns: readonly Column<Row>[]): number {
  return columns.some(({ isTall }) => isTall) ? TALL_ROW_HEIGHT : ROW_HEIGHT;
}

export function alignmentOf<Row>({ numeric, end }: Column<Row>): string {
  return numeric || end ? 'md:text-right' : 'text-left';
}

export function visibilityOf<Row>({ wide, widest }: Column<Row>): string | undefined {
  if (widest) return 'md:hidden xl:table-cell';
  return wide ? 'md:hidden lg:table-cell' : undefined;
}

/** Columns stand closer where there is least room; the edges of a table do not move. */
export const PADDING = 'md:px-2 md:first:pl-3 md:last:pr-3 lg:px-3';

export function cellClass<Row>(column: Column<Row>): string {
  return classes(
    column.isTall ? 'md:h-[60px]' : 'md:h-[34px]',
    'min-w-0 md:truncate md:whitespace-nowrap md:py-1',
    PADDING,
    column.numeric && 'md:mono',
    // Without a maximum a cell of a table is as wide as its text, and the table wider than its panel.
    column.fills && 'md:w-full md:min-w-20 md:max-w-0 lg:min-w-36',
    column.addresses && 'md:min-w-36',
    alignmentOf(column),
    visibilityOf(column),
  );
}

/**
 * The roles of a table, spread on its elements. Browsers drop them where an
 * element is laid out as something else, which rows that are cards are.
 */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
};
