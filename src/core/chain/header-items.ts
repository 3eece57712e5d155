/** Fields of block headers as they are hashed (yellow paper §4.4). */
import { exactField } from './exact-field';
import type { Hex } from './primitives';
import { rlpScalar } from './rlp';
import type { Block } from './transaction';

/** Fields that headers begin with, up to the seal. */
export const UNSEALED_FIELDS = [
  ...(['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'] as const),
  ...(['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'extraData'] as const),
];
/** The same with the seal of Ethereum: what every header of its blocks has. */
export const FIRST_FIELDS = [...UNSEALED_FIELDS, 'mixHash', 'nonce'] as const;
/** Fields that forks added, in their order (EIP-1559, 4895, 4844, 4788, 7685, 7928, 7843). */
export const LATER_FIELDS = [
  ...(['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'] as const),
  ...(['requestsHash', 'blockAccessListHash', 'slotNumber'] as const),
];

type HeaderField = (typeof FIRST_FIELDS | typeof LATER_FIELDS)[number];

/** Returns a field as it stands in the header; undefined where the block lacks it, or holds a number that is rounded and not known exactly. */
export function headerItem(block: Block, name: HeaderField): Hex | undefined {
  if (name === 'miner' && block.minerUnknown) return undefined;
  const value = exactField({ difficulty: 0n, ...block }, name);
  return value === undefined || typeof value === 'string' ? value : rlpScalar(value);
}

/** Returns the fields in their order; undefined where one is. */
export function headerItems(block: Block, names: readonly HeaderField[]): Hex[] | undefined {
  const items = names.map((name) => headerItem(block, name));
  return items.includes(undefined) ? undefined : (items as Hex[]);
}
