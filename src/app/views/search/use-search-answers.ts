/** What the search asks while the reader types: the abi worker about an address, the database about labels and visits. */

import { classifyQuery, MIN_QUERY_LENGTH } from '../../../core/chain/parse';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import type { Label } from '../../../core/contract/labels/label';
import { bestMatches } from '../../../core/text/match-words';
import type { KeptListedToken } from '../../../core/tokens/listed-names';
import type { TokenSummary } from '../../../core/tokens/token-summary';
import { findContracts } from '../../../db/contracts/contracts';
import { findTokens } from '../../../db/contracts/tokens';
import type { NameSearch } from '../../../db/find-named';
import { type FoundInProjects, findInProjects } from '../../../db/projects/projects';
import { readRecentAddresses } from '../../../db/reader/address-visits';
import { findLabels } from '../../../db/reader/labels';
import { searchListedTokens } from '../../../db/reader/token-lists';
import { readVisits } from '../../../db/reader/transaction-visits';
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
export const NOTHING: Named = { tokens: [], listed: [], contracts: [] };

/** Returns the text as an address when it has the shape of one, undefined while the abi worker checks its checksum. */
export function useCheckedAddress(text: string) {
  const abi = useAbiApi();
  const hasShape = classifyQuery(text).kind === 'address';
  return useLoaded(hasShape ? text : undefined, () => abi.parseAddress(text));
}

/** Returns the labels of the reader, then of the deployment, that the text finds; in the explorer variant, those of its one network. */
export function useLabels(query: string): readonly Label[] {
  const { config } = useWiring();
  const isLong = query.trim().length >= MIN_QUERY_LENGTH;
  const readers = useLoaded(isLong ? query : undefined, () => findLabels(query, MAX_LABELS)) ?? [];
  if (!isLong) return [];
  const isRenamed = new Set(readers.map(placeOf));
  const given = bestMatches(config.labels, query, ({ name }) => name).filter((label) => !isRenamed.has(placeOf(label)));
  const only = config.variant === 'explorer' ? config.explorer?.networkId : undefined;
  return [...readers, ...given.slice(0, MAX_LABELS)].filter(
    ({ networkId }) => only === undefined || networkId === only,
  );
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
 * Returns the tokens and contracts that have a word in their names which begins with the query. Where there are none, it
 * returns those whose names have all words of the query, each with at most one letter wrong. Those of the first networks
 * come first, and what is a token is not listed as a contract, too. Undefined until the database has answered.
 */
export function useNamed(query: string, networkIds: readonly NetworkId[]): Named | undefined {
  const { contracts } = useWiring().workers;
  const wanted = query.trim();
  const isLong = wanted.length >= MIN_QUERY_LENGTH;
  const found = useLoaded(isLong ? `${wanted} ${networkIds.join()}` : undefined, async () => {
    const begin = await findIn(networkIds, wanted, 'begins');
    if (!isEmpty(begin)) return begin;
    // A contract of the build output may be on the chain of the page, though no page has met it.
    const [here] = networkIds;
    const isMet = here !== undefined && (await contracts.learnBuilt(here, wanted).catch(() => false));
    const met = isMet ? await findIn(networkIds, wanted, 'begins') : begin;
    return isEmpty(met) ? findIn(networkIds, wanted, 'similar') : met;
  });
  return isLong ? found : NOTHING;
}

function isEmpty(named: Named): boolean {
  return Object.values(named).every((found) => found.length === 0);
}

function placeOf({ networkId, address }: { networkId: NetworkId; address: Address }): string {
  return `${networkId} ${address}`;
}

async function findIn(networkIds: readonly NetworkId[], text: string, how: NameSearch): Promise<Named> {
  const [tokens, listed, contracts] = await Promise.all([
    findTokens(networkIds, text, MAX_NAMED, how),
    searchListedTokens(networkIds, text, MAX_NAMED, how),
    findContracts(networkIds, text, MAX_NAMED, how),
  ]);
  const isToken = new Set(tokens.map(placeOf));
  const others = listed.filter((token) => !isToken.has(placeOf(token)));
  for (const token of others) isToken.add(placeOf(token));
  return { tokens, listed: others, contracts: contracts.filter((contract) => !isToken.has(placeOf(contract))) };
}
