/** What a hosted API finds for a text. */
import type { NetworkId } from '../chain/primitives';

export const SEARCH_GROUPS = [
  'blocks',
  'contracts',
  'public_contracts',
  'wallets',
  'public_wallets',
  'tokens',
  'transactions',
  'public_transactions',
  'project_transactions',
  'projects',
  'organization',
  'instant_transaction',
] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

/** `value` is what is named: a hash, an address, a number of a block. Nothing in it is checked but its length. */
export type HostedFound = {
  group: SearchGroup;
  value: string;
  name: string;
  networkId?: NetworkId;
  /** `owner:slug`. */
  project?: string;
};
