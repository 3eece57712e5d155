/**
 * A virtual network from the rows of a file. Its blocks are what they say: their hashes, their order, their transactions
 * and receipts. What they did to the state is the file's word.
 */
import { fail, ok, type Result } from '../core/result';
import { fromParentReadsRow, joinReads } from './rows/parent-reads-row';
import { fromVirtualBlockRow } from './rows/virtual-block-row';
import { fromVirtualNetworkRow } from './rows/virtual-network-row';
import type { VirtualWrite } from './virtual-networks';

/** The row of the network, those of its blocks from the first on, and those of what was read of its parent. */
type NetworkRows = { network: unknown; blocks: readonly unknown[]; reads: readonly unknown[] };

/** The error is a sentence. Damaged rows of the parent are left out: what they had is asked for again. */
export async function readNetworkRows({ network, blocks, reads }: NetworkRows): Promise<Result<VirtualWrite, string>> {
  const kept = fromVirtualNetworkRow(network);
  if (kept === undefined) return fail('how the network stands is not in it.');
  const sealed = blocks.flatMap((block) => fromVirtualBlockRow(block) ?? []);
  const head = sealed.at(-1)?.sealed.block;
  if (sealed.length !== blocks.length || head?.hash !== kept.head.hash || head.number !== kept.head.number)
    return fail('blocks are missing.');
  // What hashes blocks is loaded by those who open such a file.
  const { faultInBlocks } = await import('../core/virtual/check-blocks');
  const fault = faultInBlocks(sealed, kept.parent !== undefined);
  if (fault !== undefined) return fail(fault);
  const read = reads.flatMap((row) => fromParentReadsRow(row) ?? []);
  return ok({ kept, blocks: sealed, reads: read.length === 0 ? undefined : joinReads(read) });
}
