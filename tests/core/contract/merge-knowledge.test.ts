import { expect, test } from 'vitest';
import { isPrecompile } from '../../../src/core/chain/precompiles';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { builtinAt } from '../../../src/core/contract/builtins';
import type { ContractKnowledge } from '../../../src/core/contract/knowledge';
import { isBetterOrigin, mergeKnowledge } from '../../../src/core/contract/merge-knowledge';

const ABI = [{ type: 'fallback', stateMutability: 'payable' }] as const;
const OTHER = [{ type: 'receive', stateMutability: 'payable' }] as const;

function knowledge(more: Partial<ContractKnowledge>): ContractKnowledge {
  return { networkId: 1 as NetworkId, address: '0xaa' as Address, abi: [], fetchedAt: -1, ...more };
}

test('takes name and ABI each from its best origin', () => {
  const merged = mergeKnowledge([
    knowledge({ name: { text: 'Token', origin: 'token' }, fetchedAt: 50 }),
    knowledge({
      name: { text: 'ERC20', origin: 'sourcify' },
      abi: ABI,
      abiOrigin: 'sourcify',
      compilerVersion: '0.8.1',
      match: 'exact',
      fetchedAt: 30,
    }),
    knowledge({ name: { text: 'mine', origin: 'reader' } }),
  ]);
  expect(merged).toEqual(
    knowledge({
      name: { text: 'mine', origin: 'reader' },
      abi: ABI,
      abiOrigin: 'sourcify',
      compilerVersion: '0.8.1',
      match: 'exact',
      fetchedAt: 30,
    }),
  );
});

test('prefers an exact match to a partial one of the same origin', () => {
  const parts = [
    knowledge({ abi: ABI, abiOrigin: 'buildOutput', match: 'partial' }),
    knowledge({ abi: OTHER, abiOrigin: 'buildOutput', match: 'exact' }),
  ];
  expect(mergeKnowledge(parts)?.abi).toBe(OTHER);
});

test('takes the latest reading of proxy and token', () => {
  const implementation = (address: string) => ({ kind: 'EIP-1967' as const, implementation: address as Address });
  const parts = [
    knowledge({ proxy: implementation('0x01'), fetchedAt: 1 }),
    knowledge({ proxy: implementation('0x02'), fetchedAt: 2 }),
    knowledge({ token: { standard: 'ERC-20' } }),
  ];
  expect(mergeKnowledge(parts)).toMatchObject({ proxy: { implementation: '0x02' }, token: { standard: 'ERC-20' } });
});

test('orders origins and merges nothing to nothing', () => {
  expect(isBetterOrigin('reader', 'sourcify')).toBe(true);
  expect(isBetterOrigin('signatureService', 'signatureTable')).toBe(false);
  expect(isBetterOrigin('signatureService', undefined)).toBe(true);
  expect(mergeKnowledge([])).toBeUndefined();
});

test('knows precompiles and well-known addresses', () => {
  const address = (text: string) => text.toLowerCase() as Address;
  expect(builtinAt(address(`0x${'0'.repeat(39)}1`))?.name).toEqual({ text: 'ECRecover', origin: 'builtin' });
  expect(isPrecompile(address(`0x${'0'.repeat(37)}100`))).toBe(true);
  expect(builtinAt(address('0xcA11bde05977b3631167028862bE2a173976CA11'))?.kind).toBe('deployed');
  expect(isPrecompile(address('0xcA11bde05977b3631167028862bE2a173976CA11'))).toBe(false);
  expect(builtinAt(address(`0x${'0'.repeat(40)}`))).toBeUndefined();
  // specs.optimism.io, predeploys: the vault of base fees, on whatever chain of the stack.
  expect(builtinAt(address('0x4200000000000000000000000000000000000019'))?.name.text).toBe('BaseFeeVault');
  // Low addresses mean something on their own chain alone.
  const low = address(`0x${'0'.repeat(36)}1000`);
  const named = (id: number) => builtinAt(low, id as NetworkId)?.name.text;
  expect([56, 137, 1].map(named)).toEqual(['BSCValidatorSet', 'BorValidatorSet', undefined]);
  // "console.log" in ASCII.
  expect(builtinAt(address('0x000000000000000000636F6e736F6c652e6c6f67'))?.name.text).toBe('console');
});
