/** Whose code a call runs where it is not the callee's own: behind a proxy its implementation, behind a diamond a facet. */
import type { Address, Selector } from '../../chain/primitives';
import type { ContractKnowledge, ProxyInfo } from '../knowledge';

type Delegating = Pick<ContractKnowledge, 'address' | 'proxy' | 'diamond'>;

/** Returns the contract whose code runs the function; undefined where the contract runs its own code, or nobody knows. Linear in the functions of a diamond. */
export function codeBehind(known: Delegating | undefined, selector: Selector | undefined): Address | undefined {
  const facets = known?.diamond?.facets;
  if (facets === undefined) return known?.proxy?.implementation;
  if (selector === undefined) return undefined;
  const facet = facets.find(({ selectors }) => selectors.includes(selector))?.address;
  // A diamond may have functions of its own, which its loupe lists under its own address (EIP-2535, immutable functions).
  return facet === known?.address ? undefined : facet;
}

/**
 * Returns all contracts whose code may run, the innermost first: the implementation and the proxies before it, or every
 * facet; of a diamond with a selector only the facet that has it.
 */
export function codesBehind(known: Delegating | undefined, selector?: Selector): readonly Address[] {
  if (known?.diamond?.facets !== undefined && selector !== undefined) {
    const facet = codeBehind(known, selector);
    return facet === undefined ? [] : [facet];
  }
  const facets = known?.diamond?.facets;
  if (facets !== undefined) return facets.flatMap(({ address }) => (address === known?.address ? [] : [address]));
  if (known?.proxy === undefined) return [];
  const { implementation, through = [] } = known.proxy;
  return [implementation, ...through.map(({ address }) => address).toReversed()];
}

/** Returns the contract that a proxy itself names: its implementation, or the first proxy in between. */
export function firstBehind({ implementation, through }: ProxyInfo): Address {
  return through?.[0]?.address ?? implementation;
}
