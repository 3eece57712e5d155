/**
 * The headings under which functions of a contract can be called: its own,
 * those behind a proxy, and those recovered from bytecode that nobody verified.
 */

import type { ContractKnowledge } from '../knowledge';
import type { KnownFacet } from '../proxies/facet-functions';

export const CALL_TABS = ['read', 'write', 'read-proxy', 'write-proxy', 'unverified', 'unverified-proxy'] as const;
export type CallTab = (typeof CALL_TABS)[number];

/** verified: source and code were compared · abi: only the interface is known · unverified: nothing is. */
export type VerificationLevel = 'verified' | 'abi' | 'unverified';

export function verificationLevel(knowledge: ContractKnowledge | undefined): VerificationLevel {
  if (knowledge === undefined || knowledge.abi.length === 0) return 'unverified';
  return knowledge.match === undefined ? 'abi' : 'verified';
}

/**
 * Returns the headings that a contract has, in their order. Its own functions
 * stand under Read and Write where its interface is known; a proxy without
 * functions of its own has neither. What nobody verified has its recovered
 * functions. A diamond has what its facets have: those of their functions that
 * an ABI describes, and the others.
 */
export function callTabs(
  knowledge: ContractKnowledge,
  implementation: ContractKnowledge | undefined,
  facets?: readonly KnownFacet[],
): readonly CallTab[] {
  const behind = facets === undefined ? tabsOfProxy(knowledge, implementation) : tabsOfFacets(facets);
  const own = verificationLevel(knowledge);
  const hasOwn = knowledge.abi.some(({ type }) => type === 'function');
  const tabs: CallTab[] = [];
  if (own !== 'unverified' && (hasOwn || behind.length === 0)) tabs.push('read', 'write');
  tabs.push(...behind.filter((tab) => tab !== 'unverified-proxy'));
  // The code of an account that delegates (EIP-7702) is an address, without functions of its own.
  if (own === 'unverified' && knowledge.proxy?.kind !== 'EIP-7702') tabs.push('unverified');
  if (behind.includes('unverified-proxy')) tabs.push('unverified-proxy');
  return tabs;
}

function tabsOfProxy({ proxy }: ContractKnowledge, implementation: ContractKnowledge | undefined): readonly CallTab[] {
  if (proxy === undefined) return [];
  return verificationLevel(implementation) === 'unverified' ? ['unverified-proxy'] : ['read-proxy', 'write-proxy'];
}

function tabsOfFacets(facets: readonly KnownFacet[]): readonly CallTab[] {
  const isDescribed = facets.some(({ selectors, undescribed }) => undescribed.length < selectors.length);
  const isGuessed = facets.some(({ undescribed }) => undescribed.length > 0);
  return [
    ...(isDescribed ? (['read-proxy', 'write-proxy'] as const) : []),
    ...(isGuessed ? (['unverified-proxy'] as const) : []),
  ];
}

/** Returns the heading to open: the one asked for, else the one used last, else the first. */
export function allowedTab(tabs: readonly CallTab[], asked: string | undefined, last: string | undefined): CallTab {
  return tabs.find((tab) => tab === asked) ?? tabs.find((tab) => tab === last) ?? tabs[0] ?? 'read';
}
