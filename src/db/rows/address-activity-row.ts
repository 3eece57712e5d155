/** Table `addressActivity`: which places in the chain have to do with an address. What is shown of them is in `transactionSummaries`. */
import type { Address, NetworkId } from '../../core/chain/primitives';

export type AddressActivityRow = {
  networkId: NetworkId;
  address: Address;
  blockNumber: number;
  index: number;
  /** Bits of `ActivityRole`. */
  roles: number;
};
