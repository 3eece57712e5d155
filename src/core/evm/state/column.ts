/** Columns of the state's tables. */

type Column = Uint8Array | Int32Array | Uint32Array | BigUint64Array;

/** Returns a column equal to another: the given one where it is as long, so that nothing is allocated, and a new one otherwise. */
export function columnLike<T extends Column>(mine: T, other: T): T {
  if (mine.length !== other.length) return other.slice() as T;
  mine.set(other as never);
  return mine;
}
