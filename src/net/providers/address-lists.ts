/** The question for the transactions of an address, which no node of itself can answer, and who may answer it. */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';

export type AddressQuestion = {
  networkId: NetworkId;
  address: Address;
  /** direct: sender, receiver or created contract · internal: only called or paid inside. */
  part: 'all' | 'direct' | 'internal';
};

export type TransactionOrigin = 'otterscan' | 'blockscout' | 'hosted';

/** Whether a transaction of the address belongs to the part that is asked for. */
export function hasPart(
  { from, to, contractAddress }: TransactionSummary,
  { address, part }: AddressQuestion,
): boolean {
  if (part === 'all') return true;
  const isDirect = from === address || to === address || contractAddress === address;
  return isDirect === (part === 'direct');
}
