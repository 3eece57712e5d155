import type { Address, NetworkId } from '../chain/primitives';
import type { TokenStandard } from '../chain/token-standard';

/** What lists show of a token. Symbol and name are the contract's own words: untrusted, shown through `harmlessText`. */
export type TokenSummary = {
  networkId: NetworkId;
  address: Address;
  standard: TokenStandard;
  symbol?: string;
  name?: string;
  /** Absent where the contract does not say: amounts are then shown in the smallest unit. */
  decimals?: number;
};
