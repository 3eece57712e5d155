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
  /** Those of the spans whose blocks were traced; absent where none was. */
  traced?: readonly { first: number; last: number }[];
  /** Which blocks are left out, and why, as the endpoint last said; absent where none is. */
  blockProblem?: string;
  /** Why internal transactions are missing, as the endpoint last said. */
  traceProblem?: string;
};

const spans = v.array(v.object({ first: count, last: count }));
const row = v.object({
  networkId,
  spans,
  blocks: v.number(),
  transactions: v.number(),
  erc20Transfers: v.number(),
  nftTransfers: v.number(),
  first: v.exactOptional(count),
  head: v.exactOptional(count),
  traced: v.exactOptional(spans),
  blockProblem: v.exactOptional(v.string()),
  traceProblem: v.exactOptional(v.string()),
});

export type IndexProgressRow = v.InferOutput<typeof row>;

export function toIndexProgressRow(progress: IndexProgress): IndexProgressRow {
  const { traced, ...rest } = progress;
  const plain = (all: IndexProgress['spans']) => all.map(({ first, last }) => ({ first, last }));
  return definedFields({ ...rest, spans: plain(rest.spans), traced: traced && plain(traced) });
}

/** Undefined where the row is damaged. */
export function fromIndexProgressRow(stored: unknown): IndexProgress | undefined {
  return parseRow(row, stored);
}

export function emptyProgress(id: NetworkId): IndexProgress {
  return { networkId: id, spans: [], blocks: 0, transactions: 0, erc20Transfers: 0, nftTransfers: 0 };
}
