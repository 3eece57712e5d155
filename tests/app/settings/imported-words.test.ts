import { expect, test } from 'vitest';
import { importedCompilers, importedNames } from '../../../src/app/views/settings/imported-words';

const row = (name: string, fileName: string, runtimeBytecode = '60', compilerVersion = '0.8.30+commit.73712a01') => ({
  name,
  fileName,
  runtimeBytecode,
  compilerVersion,
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
  expect(importedCompilers([{ name: 'A', fileName: 'a.sol', runtimeBytecode: '60' }])).toBe('');
});
