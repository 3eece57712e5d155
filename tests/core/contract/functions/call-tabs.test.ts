/** Which headings of Read/Write a contract has, and what stands under them. */
import { parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import type { Address, NetworkId, Selector } from '../../../../src/core/chain/primitives';
import { allowedTab, callTabs, verificationLevel } from '../../../../src/core/contract/functions/call-tabs';
import { callableFunctions } from '../../../../src/core/contract/functions/callable-functions';
import type { ContractKnowledge } from '../../../../src/core/contract/knowledge';

const ABI = parseAbi([
  'function total() view returns (uint256)',
  'function set(uint256 value)',
  'function set(uint256 value, bool again)',
  'event Set(uint256 value)',
]);
const known = (more: Partial<ContractKnowledge> = {}): ContractKnowledge => ({
  networkId: 1 as NetworkId,
  address: `0x${'1'.repeat(40)}` as Address,
  abi: [],
  fetchedAt: 0,
  ...more,
});
const proxy = { kind: 'EIP-1967', implementation: `0x${'2'.repeat(40)}` as Address } as const;
const verified = known({ abi: ABI, match: 'exact' });
const unverified = known();

describe('headings', () => {
  test('a plain contract reads and writes by its interface, else by what is recovered', () => {
    expect(callTabs(verified, undefined)).toEqual(['read', 'write']);
    expect(callTabs(known({ abi: ABI }), undefined)).toEqual(['read', 'write']);
    expect(callTabs(unverified, undefined)).toEqual(['unverified']);
  });

  test('a proxy has those of what it runs beside its own', () => {
    const own = known({ abi: ABI, match: 'exact', proxy });
    expect(callTabs(own, verified)).toEqual(['read', 'write', 'read-proxy', 'write-proxy']);
    expect(callTabs(own, unverified)).toEqual(['read', 'write', 'unverified-proxy']);
    expect(callTabs(own, undefined)).toEqual(['read', 'write', 'unverified-proxy']);
    expect(callTabs(known({ proxy }), verified)).toEqual(['read-proxy', 'write-proxy', 'unverified']);
    expect(callTabs(known({ proxy }), undefined)).toEqual(['unverified', 'unverified-proxy']);
    // Its own code is an address.
    const delegated = known({ proxy: { ...proxy, kind: 'EIP-7702' } });
    expect(callTabs(delegated, verified)).toEqual(['read-proxy', 'write-proxy']);
    expect(callTabs(delegated, undefined)).toEqual(['unverified-proxy']);
    const bare = known({ abi: parseAbi(['constructor(address to)']), match: 'exact', proxy });
    expect(callTabs(bare, verified)).toEqual(['read-proxy', 'write-proxy']);
  });

  test('a diamond has those of its facets, by what their ABIs describe', () => {
    const selectors = [1, 2].map((digit) => `0x0000000${digit}` as Selector);
    const facet = { address: `0x${'3'.repeat(40)}` as Address, selectors };
    const described = { ...facet, undescribed: [], knowledge: verified };
    const guessed = { ...facet, undescribed: facet.selectors };
    const bare = known({ abi: parseAbi(['fallback() external payable']), match: 'exact' });
    expect(callTabs(bare, undefined, [described])).toEqual(['read-proxy', 'write-proxy']);
    expect(callTabs(bare, undefined, [described, guessed])).toEqual(['read-proxy', 'write-proxy', 'unverified-proxy']);
    expect(callTabs(unverified, undefined, [guessed])).toEqual(['unverified', 'unverified-proxy']);
    // Its loupe does not answer: nothing is known of what it runs.
    expect(callTabs(known({ abi: bare.abi, match: 'exact', diamond: {} }), undefined)).toEqual(['read', 'write']);
  });

  test('one that the contract does not have gives way to the last one, then to the first', () => {
    expect(allowedTab(['read', 'write'], 'write', 'read')).toBe('write');
    expect(allowedTab(['read', 'write'], 'read-proxy', 'write')).toBe('write');
    expect(allowedTab(['read', 'write'], 'nonsense', 'unverified')).toBe('read');
    expect(allowedTab(['unverified'], undefined, undefined)).toBe('unverified');
  });
});

test('an interface alone is less than a compared source', () => {
  expect([verified, known({ abi: ABI }), unverified, undefined].map(verificationLevel)).toEqual([
    'verified',
    'abi',
    'unverified',
    'unverified',
  ]);
});

test('functions of one name are told apart by their selectors, and events are none', () => {
  expect(callableFunctions(ABI).map(({ signature, reads }) => [signature, reads])).toEqual([
    ['set(uint256,bool)', false],
    ['set(uint256)', false],
    ['total()', true],
  ]);
  expect(callableFunctions([...ABI, ...ABI])).toHaveLength(3);
});
