/** Words for what a contract is and what of a diamond cannot be had. */
import type { ContractKnowledge, DiamondInfo, ProxyInfo } from './knowledge';

/** Returns the kind of a contract by whose code it runs. */
export function contractKind({ diamond, proxy }: Pick<ContractKnowledge, 'diamond' | 'proxy'>): string {
  if (diamond !== undefined) return 'Diamond';
  return proxy === undefined ? 'Contract' : 'Proxy Contract';
}

/** Tells whether the code is little more than the address of the implementation, so that it has no source of its own. */
export function isClone(proxy: ProxyInfo | undefined): proxy is ProxyInfo {
  return proxy?.kind === 'EIP-1167' || proxy?.kind === 'minimal proxy';
}

/** Returns whether a proxy has no source of its own, since no compiler made its code. */
export function isWithoutSource(proxy: ProxyInfo | undefined): proxy is ProxyInfo {
  return proxy?.isWritten === true || isClone(proxy);
}

/** Says what comes of the calls of a proxy that is `isEndless`, and of one that `isCut`. */
export const ENDLESS = 'Calls are handed on in a ring and reach no function.';
export const CUT = 'More proxies follow, which are not read.';

/** Returns the sentence that says why the facets of a diamond are missing. */
export function whyNoFacets({ isUnread }: DiamondInfo): string {
  return isUnread === true
    ? 'The endpoint did not answer the calls to this diamond’s loupe (EIP-2535), so its functions are not known. Load the page again, or add another endpoint.'
    : 'This diamond answers none of the functions that list its facets (the loupe of EIP-2535). Its functions are therefore unknown; its events list the changes.';
}
