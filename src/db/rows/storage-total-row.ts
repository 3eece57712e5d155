/**
 * Table `storageTotals`: how much is kept of each kind that can be evicted. It is changed in the transaction that
 * changes what it counts, so that rows need not be counted.
 */
import * as v from 'valibot';
import type { RangedKind, Size } from './block-range-row';
import { rowReader } from './fields';
import type { EvictableTable } from './use-row';

export type TotalKind = EvictableTable | RangedKind;

export type StorageTotalRow = Size & { kind: TotalKind };

const row = v.object({ records: v.number(), bytes: v.number() });

/** Reads the number of records and bytes; undefined where the row is damaged. */
export const fromStorageTotalRow = rowReader(row);
