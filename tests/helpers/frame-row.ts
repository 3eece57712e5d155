/** The row of a frame, where a test knows that it is of one. */
import { isFrameRow, type RowView } from '../../src/workers/trace/rows.api';

export function frameRow<T extends RowView>(row: T | undefined) {
  if (row === undefined || !isFrameRow(row)) throw new Error(`row ${row?.depthId} is not of a frame`);
  return row;
}
