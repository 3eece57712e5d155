/** Running totals of what can be evicted. A total is changed in the transaction that writes what it counts. */
import type { LoupeDatabase } from '../loupe-database';
import type { Size } from '../rows/block-range-row';
import { fromStorageTotalRow, type TotalKind } from '../rows/storage-total-row';

/** Adds to the total of a kind. Call it within a transaction that writes `storageTotals`. */
export async function addToTotal(db: LoupeDatabase, kind: TotalKind, change: Size): Promise<void> {
  if (change.records === 0 && change.bytes === 0) return;
  const before = fromStorageTotalRow(await db.storageTotals.get(kind));
  await db.storageTotals.put({ kind, ...sumSizes(before ?? { records: 0, bytes: 0 }, change) });
}

/** Reads the totals of all kinds. Reads one row per kind. */
export async function readTotals(db: LoupeDatabase): Promise<ReadonlyMap<TotalKind, Size>> {
  const rows = await db.storageTotals.toArray();
  return new Map(rows.map((row) => [row.kind, fromStorageTotalRow(row) ?? { records: 0, bytes: 0 }]));
}

export function sumSizes(a: Size, b: Size): Size {
  return { records: a.records + b.records, bytes: a.bytes + b.bytes };
}
