/** Columns of the state's tables. */

/** Returns a column equal to another: the given one where it is as long, so that nothing is allocated, and a new one otherwise. */
export function columnLike<Row, Column extends { length: number; set(rows: ArrayLike<Row>): void }>(
  mine: Column,
  other: ArrayLike<Row> & { slice(): Column },
): Column {
  return mine.length === other.length ? widened(other, mine) : other.slice();
}

/** Returns `column` with the rows of `old` at its start. */
export function widened<Row, Column extends { set(rows: ArrayLike<Row>): void }>(
  old: ArrayLike<Row>,
  column: Column,
): Column {
  column.set(old);
  return column;
}
