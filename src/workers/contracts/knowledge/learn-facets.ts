/** The facets of a diamond with what is known of each: what was kept, and whose imported build output their code is of. */

import type { ContractKnowledge } from '../../../core/contract/knowledge';
import type { KnownFacet } from '../../../core/contract/proxies/facet-functions';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Knowledge } from './knowledge-base';
import { learnFromKept } from './learn-at-hand';
import { learnFromChain } from './learn-contracts';

/**
 * Returns the facets beside the diamond itself, which may have functions of its own, in the order of its loupe. Asks
 * the endpoint for their code, and no provider.
 */
export async function learnFacets(
  knowledge: Knowledge,
  rpc: Rpc,
  { address: diamond, diamond: stated }: ContractKnowledge,
  signal: AbortSignal,
): Promise<readonly KnownFacet[]> {
  const facets = (stated?.facets ?? []).filter(({ address }) => address !== diamond);
  const addresses = facets.map(({ address }) => address);
  await learnFromKept(knowledge, addresses, []);
  await learnFromChain(knowledge, rpc, {
    contracts: addresses,
    codes: new Map(),
    proxies: [],
    tokens: new Map(),
    block: 'latest',
    signal,
  });
  const { contracts } = knowledge;
  return facets.map((facet): KnownFacet => {
    const described = contracts.index(facet.address)?.functions;
    const undescribed = facet.selectors.filter((selector) => described?.has(selector) !== true);
    const known = contracts.knowledge(facet.address);
    const name = contracts.calleeName(facet.address);
    return { ...facet, undescribed, ...(known && { knowledge: name === undefined ? known : { ...known, name } }) };
  });
}
