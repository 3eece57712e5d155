import { expect, test } from 'vitest';
import { importedCompilers, importedMatches, importedNames } from '../../../src/app/views/settings/imported-text';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import type { ContractKnowledge } from '../../../src/core/contract/knowledge';

const row = (name: string, fileName: string, runtimeBytecode = '60', compilerVersion = '0.8.30+commit.73712a01') => ({
  name,
  fileName,
  runtimeBytecode,
  compilerVersion,
  abi: [],
});

test('the project’s own contracts stand for a file, those with code first', () => {
  const rows = [
    row('ERC20', '@openzeppelin/contracts/token/ERC20.sol'),
    row('ICoin', 'contracts/ICoin.sol', ''),
    row('Coin', 'contracts/Coin.sol'),
    row('Art', 'contracts/Art.sol'),
  ];
  expect(importedNames(rows)).toBe('Coin, Art, ICoin and 1 more');
  expect(importedNames(rows.slice(0, 1))).toBe('ERC20');
});

test('each compiler is told once, without its commit', () => {
  const rows = [row('A', 'a.sol'), row('B', 'b.sol'), row('C', 'c.sol', '60', '0.5.16+commit.9c3226ce')];
  expect(importedCompilers(rows)).toBe('compiled by 0.8.30, 0.5.16');
  expect(importedCompilers([{ name: 'A', fileName: 'a.sol', runtimeBytecode: '60', abi: [] }])).toBe('');
});

test('contracts that were met are counted by name, compiler and ABI', () => {
  const met = (text: string, compilerVersion: string): ContractKnowledge => ({
    networkId: 1 as NetworkId,
    address: `0x${'11'.repeat(20)}` as Address,
    name: { text, origin: 'buildOutput' },
    abi: [],
    abiOrigin: 'buildOutput',
    compilerVersion,
    fetchedAt: -1,
  });
  const rows = [row('Coin', 'contracts/Coin.sol'), row('Art', 'contracts/Art.sol')];
  const all = [met('Coin', '0.8.30+commit.73712a01'), met('Coin', '0.8.30+commit.73712a01'), met('Coin', '0.5.16')];
  expect(importedMatches(rows, all)).toBe('matches 2 contracts met so far');
  // Another contract of this name, of another project.
  const stop = [{ type: 'function', name: 'stop', inputs: [], outputs: [], stateMutability: 'view' }] as const;
  expect(importedMatches([{ ...row('Coin', 'src/Coin.sol'), abi: stop }], all)).toBe(
    'matches no contract met since it was imported',
  );
  expect(importedMatches(rows, [met('Lab', '0.8.30+commit.73712a01')])).toBe(
    'matches no contract met since it was imported',
  );
});
