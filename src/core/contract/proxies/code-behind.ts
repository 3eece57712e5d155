/** Whose code a call runs where it is not the callee's own: behind a proxy its implementation, behind a diamond a facet. */
import type { Address, Selector } from '../../chain/primitives';
import type { ContractKnowledge, ProxyInfo } from '../knowledge';

type Delegating = Pick<ContractKnowledge, 'address' | 'proxy' | 'diamond'>;

/** Returns the contract whose code runs the function; undefined where the contract runs its own code, or nobody knows. Linear in the functions of a diamond. */
export function codeBehind(known: Delegating | undefined, selector: Selector | undefined): Address | undefined {
  const { address, diamond, proxy } = known ?? {};
  if (diamond?.facets === undefined) return proxy?.implementation;
  const own = diamond.isBehind && proxy?.implementation;
  if (selector === undefined) return own;
  const facet = diamond.facets.find(({ selectors }) => selectors.includes(selector))?.address;
  // A diamond may have functions of its own, which its loupe lists under its own address (EIP-2535, immutable functions).
  return facet === undefined || facet === address ? own : facet;
}

/**
 * Returns all contracts whose code may run, the innermost first: every facet, the implementation and the proxies before it; of a
 * diamond with a selector only the one that has it.
 */
export function codesBehind(known: Delegating | undefined, selector?: Selector): readonly Address[] {
  if (known?.diamond?.facets !== undefined && selector !== undefined) {
    const facet = codeBehind(known, selector);
    return facet === undefined ? [] : [facet];
  }
  const { facets, isBehind } = known?.diamond ?? {};
  const ofFacets = (facets ?? []).flatMap(({ address }) => (address === known?.address ? [] : [address]));
  if (known?.proxy === undefined || (facets !== undefined && !isBehind)) return ofFacets;
  const { implementation, through = [] } = known.proxy;
  return [...ofFacets, implementation, ...through.map(({ address }) => address).toReversed()];
}

/** Returns the contract that a proxy itself names: its implementation, or the first proxy in between. */
export function firstBehind({ implementation, through }: ProxyInfo): Address {
  return through?.[0]?.address ?? implementation;
}
