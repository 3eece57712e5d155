/**
 * Table `uses`: when a record of an evictable table was last used, and how large it is. It is apart from the record, so
 * that a use does not rewrite the record.
 */
import type { NetworkId } from '../../core/chain/primitives';

/**
 * Tables whose records can be fetched again. They are kept while there is room, and the least recently used are evicted
 * first.
 */
export type EvictableTable = 'traces' | 'transactions' | 'contracts' | 'compilations';

export type UseRow = {
  table: EvictableTable;
  /** `networkId` and the hash, address or id of the record's primary key. */
  key: readonly [NetworkId, string];
  /** Milliseconds since the epoch. */
  usedAt: number;
  /** Bytes, estimated. */
  size: number;
};

/** Returns the bytes of an entry; 0 where the row is damaged. */
export function usedSize(row: UseRow | undefined): number {
  return Number.isFinite(row?.size) ? (row?.size ?? 0) : 0;
}
