/** What the reader's token lists say of tokens. Read from the database: nobody is asked. */
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { KeptListedToken } from '../../../core/tokens/listed-names';
import { findListedTokens, readListedTokens } from '../../../db/reader/token-lists';
import { useStored } from '../../use-stored';

export type ListedTokens = ReadonlyMap<Address, KeptListedToken>;
const NONE: ListedTokens = new Map();
/** Listed tokens with the symbol of another that are compared with it. */
const MAX_NAMESAKES = 50;

/** Returns those of `addresses` that are in a list. */
export function useListedTokens(networkId: NetworkId, addresses: readonly Address[]): ListedTokens {
  return useStored(() => readListedTokens(networkId, addresses), [networkId, addresses.join()]) ?? NONE;
}

/** Returns listed tokens of the network whose symbol begins like this one. */
export function useNamesakes(networkId: NetworkId, symbol: string | undefined): readonly KeptListedToken[] {
  const find = async () => (symbol === undefined ? [] : findListedTokens(networkId, symbol, MAX_NAMESAKES));
  return useStored(find, [networkId, symbol]) ?? [];
}
