/** What the search asks while the reader types: the abi worker about an address, the database about labels and visits. */

import { classifyQuery, MIN_QUERY_LENGTH } from '../../../core/chain/parse';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import type { KeptListedToken } from '../../../core/tokens/listed-names';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { readRecentAddresses } from '../../../db/address-visits';
import { findContracts } from '../../../db/contracts';
import { findLabels } from '../../../db/labels';
import { type FoundInProjects, findInProjects } from '../../../db/projects';
import { findListedTokens } from '../../../db/token-lists';
import { findTokens } from '../../../db/tokens';
import { readVisits } from '../../../db/transaction-visits';
import { useLoaded } from '../../use-loaded';
import { useStored } from '../../use-stored';
import { useAbiApi, useWiring } from '../../wiring';

const MAX_VISITS = 50;
const MAX_LABELS = 50;
/** Contracts, and tokens, of all networks. */
const MAX_NAMED = 50;

export type Named = {
  tokens: readonly TokenSummary[];
  /** Tokens that no transfer here has named, by the reader's token lists. */
  listed: readonly KeptListedToken[];
  contracts: readonly ContractKnowledge[];
};
const NOTHING: Named = { tokens: [], listed: [], contracts: [] };

/** Returns the text as an address when it has the shape of one, undefined while the abi worker checks its checksum. */
export function useCheckedAddress(text: string) {
  const abi = useAbiApi();
  const hasShape = classifyQuery(text).kind === 'address';
  return useLoaded(hasShape ? text : undefined, () => abi.parseAddress(text));
}

/** Returns the reader's labels with the text in them; in the explorer variant, those of its one network. */
export function useLabels(query: string) {
  const { config } = useWiring();
  const isLong = query.trim().length >= MIN_QUERY_LENGTH;
  const labels = useLoaded(isLong ? query : undefined, () => findLabels(query, MAX_LABELS)) ?? [];
  const only = config.variant === 'explorer' ? config.explorer?.networkId : undefined;
  return only === undefined ? labels : labels.filter(({ networkId }) => networkId === only);
}

const NO_PROJECTS: FoundInProjects = { projects: [], accounts: [] };

/** Returns the reader's projects with the text in them, and their accounts by label, tag and address. An explorer has none. */
export function useInProjects(query: string): FoundInProjects {
  const { config } = useWiring();
  const isSearched = config.variant === 'workbench' && query.trim().length >= MIN_QUERY_LENGTH;
  return useLoaded(isSearched ? query : undefined, () => findInProjects(query, MAX_NAMED)) ?? NO_PROJECTS;
}

/** Returns transactions that were opened here, newest first. */
export function useVisits() {
  return useStored(() => readVisits(MAX_VISITS), []) ?? [];
}

/** Returns addresses whose pages were opened here, newest first. */
export function useAddressVisits() {
  return useStored(() => readRecentAddresses(MAX_VISITS), []) ?? [];
}

/**
 * Returns tokens and contracts with a word of their names that begins with the query, those of the first networks
 * first. A token is not a contract once more.
 */
export function useNamed(query: string, networkIds: readonly NetworkId[]): Named {
  const wanted = query.trim();
  const isLong = wanted.length >= MIN_QUERY_LENGTH;
  return (
    useLoaded(isLong ? `${wanted} ${networkIds.join()}` : undefined, async () => {
      const tokens = await findIn(networkIds, (id, limit) => findTokens(id, wanted, limit));
      const listed = await findIn(networkIds, (id, limit) => findListedTokens(id, wanted, limit));
      const contracts = await findIn(networkIds, (id, limit) => findContracts(id, wanted, limit));
      const isToken = new Set(tokens.map(placeOf));
      const others = listed.filter((token) => !isToken.has(placeOf(token)));
      for (const token of others) isToken.add(placeOf(token));
      return { tokens, listed: others, contracts: contracts.filter((contract) => !isToken.has(placeOf(contract))) };
    }) ?? NOTHING
  );
}

function placeOf({ networkId, address }: { networkId: NetworkId; address: Address }): string {
  return `${networkId} ${address}`;
}

async function findIn<T>(
  networkIds: readonly NetworkId[],
  find: (networkId: NetworkId, limit: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (const id of networkIds) {
    if (found.length >= MAX_NAMED) break;
    found.push(...(await find(id, MAX_NAMED - found.length)));
  }
  return found;
}
