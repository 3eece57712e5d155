/**
 * Pages of a list, newest first. The cursor of a page names the last row of the page before, so that rows that are
 * added at the head in the meantime neither repeat nor hide a row.
 */
import type { NetworkId } from '../core/chain/primitives';

export type ListPage<Row> = {
  rows: readonly Row[];
  /** Cursor of the next page, absent on the last. */
  next?: string;
};

export type PageRequest = {
  /** `next` of the page before; absent for the first page. A text that is not a cursor counts as absent. */
  cursor?: string | undefined;
  /** Rows, at most `MAX_PAGE_ROWS`. */
  limit: number;
};

export const MAX_PAGE_ROWS = 1_000;

/** A place in the chain. Lists are ordered by place. */
export type Place = { blockNumber: number; index: number };

const CURSOR = /^(\d{1,16})\.(\d{1,16})$/;

/** Parses the place that a cursor names; undefined for a text that is not a cursor. */
export function parseCursor(text: string | undefined): Place | undefined {
  const [, blockNumber, index] = CURSOR.exec(text ?? '') ?? [];
  return blockNumber === undefined ? undefined : { blockNumber: Number(blockNumber), index: Number(index) };
}

/**
 * Returns the first `limit` rows of `found`, which was read with one row more, and the cursor of the next page where
 * there is one.
 */
export function pageOf<Row extends Place>(
  found: readonly Row[],
  limit: number,
): { rows: readonly Row[]; next?: string } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return found.length > limit && last !== undefined ? { rows, next: `${last.blockNumber}.${last.index}` } : { rows };
}

/** Returns the number of rows to read for a request: at least 1, at most `MAX_PAGE_ROWS`. */
export function boundedLimit(limit: number): number {
  return Math.max(1, Math.min(limit, MAX_PAGE_ROWS));
}

/** Returns the key of a place in a table keyed by network, block number and index. */
export function placeKey(networkId: NetworkId, { blockNumber, index }: Place): [number, number, number] {
  return [networkId, blockNumber, index];
}
