/** How a virtual network goes on: what is set for its next blocks and stays set, or holds for the next one alone. */
import type { Address, Hash } from '../chain/primitives';
import { type Block, gasLimitOf } from '../chain/transaction';

/** Fields of the next block that are set beforehand; undefined follows the rules. */
type NextBlock = {
  timestamp?: number | undefined;
  baseFee?: bigint | undefined;
  prevRandao?: Hash | undefined;
};

/** Settings of the next blocks, which a snapshot puts back with the chain. */
export type BlockSettings = {
  /** Seconds that the clock of the chain is ahead. */
  timeOffset: number;
  gasLimit: number;
  coinbase: Address;
  /** Seconds from a block to the next; undefined goes by the clock. */
  blockInterval: number | undefined;
  next: NextBlock;
};

/** Returns the settings of a chain after its first block: nothing is set, limits are the block's. */
export function settingsAfter(block: Pick<Block, 'gasLimit' | 'miner'>): BlockSettings {
  return {
    timeOffset: 0,
    gasLimit: Math.min(gasLimitOf(block), Number.MAX_SAFE_INTEGER),
    coinbase: block.miner,
    blockInterval: undefined,
    next: {},
  };
}
