/**
 * The blocks around one that were seen here, at other times or at other
 * endpoints, and that hang together with it: the header of each commits to its
 * parent's hash, so that whoever invents one block has to invent them all.
 */
import type { Hash, NetworkId } from '../../../core/chain/primitives';
import type { Block } from '../../../core/chain/transaction';
import type { Encoding } from '../../../core/evm/families/family';
import { computeHeaderHash } from '../../../core/proof/header';
import type { LinkedBlocks } from '../../../core/proof/proof-level';
import { readBlock, readBlockByNumber } from '../../../db/chain/blocks';

/** Blocks that are followed in each direction; more would say little more, and each is hashed. */
const MOST = 32;

/**
 * Finds the unbroken run of kept blocks that `block` stands in; undefined where it is alone, or its own header cannot be
 * hashed. `encoding` is that of the chain's family.
 */
export async function findLinkedBlocks(
  networkId: NetworkId,
  block: Block,
  encoding?: Encoding,
): Promise<LinkedBlocks | undefined> {
  const { number, hash } = block;
  if (number === undefined || hash === undefined || !isHashed(block, encoding)) return undefined;
  let first = number;
  for (let parent = block.parentHash; number - first < MOST; first--) {
    const kept = await keptBefore(networkId, parent, first - 1, encoding);
    if (kept === undefined) break;
    parent = kept.parentHash;
  }
  let last = number;
  for (let child = hash; last - number < MOST; last++) {
    const kept = (await readBlockByNumber(networkId, last + 1))?.block;
    if (kept?.hash === undefined || kept.parentHash !== child || !isHashed(kept, encoding)) break;
    child = kept.hash;
  }
  return first === last ? undefined : { first, last };
}

async function keptBefore(
  networkId: NetworkId,
  hash: Hash,
  number: number,
  encoding: Encoding | undefined,
): Promise<Block | undefined> {
  const kept = (await readBlock(networkId, hash))?.block;
  return kept !== undefined && kept.number === number && isHashed(kept, encoding) ? kept : undefined;
}

/** A header that does not have its own hash only claims its parent. */
function isHashed(block: Block, encoding: Encoding | undefined): boolean {
  return block.hash !== undefined && computeHeaderHash(block, encoding) === block.hash;
}
