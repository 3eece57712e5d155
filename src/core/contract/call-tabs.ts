/**
 * The headings under which functions of a contract can be called: its own,
 * those behind a proxy, and those recovered from bytecode that nobody verified.
 */
import type { ContractKnowledge } from './knowledge';

export const CALL_TABS = ['read', 'write', 'read-proxy', 'write-proxy', 'unverified', 'unverified-proxy'] as const;
export type CallTab = (typeof CALL_TABS)[number];

/** verified: source and code were compared · abi: only the interface is known · unverified: nothing is. */
export type VerificationLevel = 'verified' | 'abi' | 'unverified';

export function verificationLevel(knowledge: ContractKnowledge | undefined): VerificationLevel {
  if (knowledge === undefined || knowledge.abi.length === 0) return 'unverified';
  return knowledge.match === undefined ? 'abi' : 'verified';
}

/**
 * The headings that a contract has, in their order. Its own functions stand
 * under Read and Write where its interface is known; a proxy without functions
 * of its own has neither. What nobody verified has its recovered functions.
 */
export function callTabs(
  knowledge: ContractKnowledge,
  implementation: ContractKnowledge | undefined,
): readonly CallTab[] {
  const tabs: CallTab[] = [];
  const isProxy = knowledge.proxy !== undefined;
  const own = verificationLevel(knowledge);
  const hasOwn = knowledge.abi.some(({ type }) => type === 'function');
  if (own !== 'unverified' && (hasOwn || !isProxy)) tabs.push('read', 'write');
  if (isProxy && verificationLevel(implementation) !== 'unverified') tabs.push('read-proxy', 'write-proxy');
  if (own === 'unverified') tabs.push('unverified');
  if (isProxy && verificationLevel(implementation) === 'unverified') tabs.push('unverified-proxy');
  return tabs;
}

/** The heading to open: the one asked for, else the one used last, else the first. */
export function allowedTab(tabs: readonly CallTab[], asked: string | undefined, last: string | undefined): CallTab {
  return tabs.find((tab) => tab === asked) ?? tabs.find((tab) => tab === last) ?? tabs[0] ?? 'read';
}
