/**
 * Reads a virtual network from the rows of a file. The hashes, the order, the transactions and the receipts of its
 * blocks are checked. The changes of the state by its blocks are not checked.
 */
import { fail, ok, type Result } from '../../core/values/result';
import { fromParentReadsRow, joinReads } from '../rows/parent-reads-row';
import { fromVirtualBlockRow } from '../rows/virtual-block-row';
import { fromVirtualNetworkRow } from '../rows/virtual-network-row';
import type { VirtualWrite } from './virtual-networks';

/** The row of the network, the rows of its blocks in ascending order, and the rows of what was read of its parent. */
type NetworkRows = { network: unknown; blocks: readonly unknown[]; reads: readonly unknown[] };

/**
 * Returns the network, or a text that says what is wrong with the rows. Damaged rows of what was read of the parent are
 * left out: it is fetched again.
 */
export async function readNetworkRows({ network, blocks, reads }: NetworkRows): Promise<Result<VirtualWrite, string>> {
  const kept = fromVirtualNetworkRow(network);
  if (kept === undefined) return fail('how the network stands is not in it.');
  const sealed = blocks.flatMap((block) => fromVirtualBlockRow(block) ?? []);
  const head = sealed.at(-1)?.sealed.block;
  if (sealed.length !== blocks.length || head?.hash !== kept.head.hash || head.number !== kept.head.number)
    return fail('blocks are missing.');
  // The code that hashes blocks is loaded only where such a file is opened.
  const { faultInBlocks } = await import('../../core/virtual/check-blocks');
  const fault = faultInBlocks(sealed, kept.parent !== undefined);
  if (fault !== undefined) return fail(fault);
  const read = reads.flatMap((row) => fromParentReadsRow(row) ?? []);
  return ok({ kept, blocks: sealed, reads: read.length === 0 ? undefined : joinReads(read) });
}
