import { csvLine } from '../../../core/format/csv';
import { download } from '../../download';
import type { Column } from './column';

/** Returns the rows as comma-separated values, one line each below the headings; columns without a `csv` are left out. */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const kept = columns.flatMap(({ label, csv, inFile = [] }) => [...(csv ? [{ label, csv }] : []), ...inFile]);
  return [csvLine(kept.map(({ label }) => label)), ...rows.map((row) => csvLine(kept.map(({ csv }) => csv(row))))].join(
    '',
  );
}

/** Hands the rows to the reader as a file. */
export function downloadTable<Row>(fileName: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  download(fileName, 'text/csv', tableCsv(columns, rows));
}
