/** Questions for what an address has to do with, which no node of itself can answer, and who may answer them. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import type { TransferKind } from '../../core/tokens/token-transfers';

export type AddressQuestion = {
  networkId: NetworkId;
  address: Address;
  /** direct: sender, receiver or created contract · internal: only called or paid inside. */
  part: 'all' | 'direct' | 'internal';
};

export type TransactionOrigin = 'otterscan' | 'blockscout' | 'etherscan' | 'hosted';

/** The question for calls inside of transactions that an address makes or receives. */
export type InternalQuestion = { networkId: NetworkId; address: Address };

/** The question for the token transfers from and to an address. */
export type TransferQuestion = { networkId: NetworkId; address: Address; kind: TransferKind };

/** Returns whether a transaction of the address belongs to the part that is asked for. */
export function hasPart(
  { from, to, contractAddress }: TransactionSummary,
  { address, part }: AddressQuestion,
): boolean {
  if (part === 'all') return true;
  const isDirect = from === address || to === address || contractAddress === address;
  return isDirect === (part === 'direct');
}
