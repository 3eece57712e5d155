/** Blocks of rollups, known by their first transaction. */
import type { Address } from './primitives';

/**
 * Who sends the first transaction of every block of a rollup: what its protocol tells the chain (OP Stack specification,
 * L1 attributes deposited transaction; Arbitrum Nitro, internal transaction).
 */
const BLOCK_OPENERS: readonly string[] = [
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
  '0x00000000000000000000000000000000000a4b05',
];

/** Returns whether `sender`, of the first transaction of a block, shows that the block is of a rollup. */
export function opensRollupBlock(sender: Address | undefined): boolean {
  return sender !== undefined && BLOCK_OPENERS.includes(sender);
}
