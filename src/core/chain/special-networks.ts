/** Networks that the product treats specially, by chain id. */
import type { NetworkId } from './primitives';

const OPTIMISM: readonly number[] = [10, 69, 420];
/**
 * ZKsync and chains with its machine, EraVM (docs.zksync.io, Elastic Network Chains; viem, chains with its configuration):
 * Era, Lens, Sophon, Abstract, Cronos zkEVM, Zero, Treasure, zkXPLA and zkLink Nova, with their test networks. Not ADI,
 * which runs the EVM itself (ZKsync OS).
 */
const ZK: readonly number[] = [
  300, 324, 37111, 232, 50104, 531050104, 2741, 11124, 388, 282, 543210, 61166, 978658, 475, 810180,
];

/** First block after the Bedrock upgrade, for the networks that have blocks from before it. */
const BEDROCK: Readonly<Record<number, number>> = { 10: 0x645c277, 420: 4061224 };

/** Returns whether a network has a ZK virtual machine: no internal calls, source locations or debugger. */
export function isZkNetwork(id: NetworkId): boolean {
  return ZK.includes(id);
}

export function isOptimismFamily(id: NetworkId): boolean {
  return OPTIMISM.includes(id);
}

/** Returns whether a block of an Optimism network comes after the Bedrock upgrade. False for other networks and for those that never had it. */
export function isBedrockBlock(id: NetworkId, blockNumber: number): boolean {
  const first = BEDROCK[id];
  return first !== undefined && blockNumber >= first;
}

/** Returns whether the gas of calls in a block can be profiled: not on Optimism networks before Bedrock, whose virtual machine metered differently. */
export function hasGasProfile(id: NetworkId, blockNumber: number): boolean {
  return !isOptimismFamily(id) || isBedrockBlock(id, blockNumber);
}
