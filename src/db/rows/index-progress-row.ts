/** Table `indexProgress`: which blocks of a network the index has, one row per network. Written with the blocks. */
import * as v from 'valibot';
import type { NetworkId } from '../../core/chain/primitives';
import { count, list, networkId, rowReader, rowWriter } from './fields';

/** Ascending, without overlap; both ends included. */
const spans = list(v.object({ first: count, last: count }));

const row = v.object({
  networkId,
  spans,
  blocks: v.number(),
  transactions: v.number(),
  /** Transfers of fungible tokens, and of items. */
  erc20Transfers: v.number(),
  nftTransfers: v.number(),
  /** Lowest block that the index is to have, and the head when it was asked last; absent before that. */
  first: v.exactOptional(count),
  head: v.exactOptional(count),
  /** The parts of `spans` whose blocks were traced; absent where none was. */
  traced: v.exactOptional(spans),
  /** Which blocks are left out, and why, as the endpoint last said; absent where none is. */
  blockProblem: v.exactOptional(v.string()),
  /** Why internal transactions are missing, as the endpoint last said. */
  traceProblem: v.exactOptional(v.string()),
  /** Calls a second that are left for the index of an endpoint that limits them; absent while it refused none. */
  callRate: v.exactOptional(v.number()),
});

/** The blocks of a network that its index has, and why others are missing. */
export type IndexProgress = v.InferOutput<typeof row>;

export const toIndexProgressRow = rowWriter(row);

/** Undefined where the row is damaged. */
export const fromIndexProgressRow = rowReader(row);

export function emptyProgress(id: NetworkId): IndexProgress {
  return { networkId: id, spans: [], blocks: 0, transactions: 0, erc20Transfers: 0, nftTransfers: 0 };
}
