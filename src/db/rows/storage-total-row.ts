/**
 * Table `storageTotals`: how much is kept of each kind that can be dropped. It is changed in the transaction that
 * changes what it counts, so that nobody has to count again.
 */
import type { RangedKind, Size } from './block-range-row';
import type { EvictableTable } from './use-row';

export type TotalKind = EvictableTable | RangedKind;

export type StorageTotalRow = Size & { kind: TotalKind };
