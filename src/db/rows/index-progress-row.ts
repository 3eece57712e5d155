/** Table `indexProgress`: which blocks of a network the index has, one row per network. Written with the blocks. */
import * as v from 'valibot';
import type { NetworkId } from '../../core/chain/primitives';
import { count, definedFields, networkId, parseRow } from './fields';

/** What the index has of a network. */
export type IndexProgress = {
  networkId: NetworkId;
  /** Ascending, without overlap; both ends included. */
  spans: readonly { first: number; last: number }[];
  blocks: number;
  transactions: number;
  /** Transfers of fungible tokens, and of items. */
  erc20Transfers: number;
  nftTransfers: number;
  /** Lowest block that the index is to have, and the head when it was asked last; absent before that. */
  first?: number;
  head?: number;
  /** An update of the app dropped what there was, and not all of it is there again. */
  isAnew?: true;
};

const row = v.object({
  networkId,
  spans: v.array(v.object({ first: count, last: count })),
  blocks: v.number(),
  transactions: v.number(),
  erc20Transfers: v.number(),
  nftTransfers: v.number(),
  first: v.exactOptional(count),
  head: v.exactOptional(count),
  isAnew: v.exactOptional(v.literal(true)),
});

export type IndexProgressRow = v.InferOutput<typeof row>;

export function toIndexProgressRow(progress: IndexProgress): IndexProgressRow {
  const { spans, ...rest } = progress;
  return definedFields({ ...rest, spans: spans.map(({ first, last }) => ({ first, last })) });
}

/** Undefined where the row is damaged. */
export function fromIndexProgressRow(stored: unknown): IndexProgress | undefined {
  return parseRow(row, stored);
}

export function emptyProgress(id: NetworkId): IndexProgress {
  return { networkId: id, spans: [], blocks: 0, transactions: 0, erc20Transfers: 0, nftTransfers: 0 };
}
