import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { burnsBaseFees } from '../../../../src/core/evm/families/find-family';
import { howFar } from '../../../../src/core/evm/families/how-far';

const at = (id: number) => howFar({ id: id as NetworkId, name: `Chain ${id}` });

test('chains are executed as far as docs/chains.md says', () => {
  expect([1, 11155111, 31337, 100].map(at)).toEqual(Array(4).fill('exact'));
  expect([42161, 42170, 421614].map(at)).toEqual(Array(3).fill('receipt'));
  expect(at(9_994_242)).toBe('tried');
  expect(at(324)).toBe('none');
});

test('every family that has a file has a row there', () => {
  const rows = readFileSync(new URL('../../../../docs/chains.md', import.meta.url), 'utf8').split('\n');
  const row = (name: string) => rows.find((line) => line.startsWith('|') && line.includes(name)) ?? '';
  expect(row('Gnosis')).toMatch(/\| exact/);
  expect(row('Arbitrum')).toMatch(/\| numbers of the receipt/);
  expect(row('ZKsync')).toMatch(/\| node only/);
  expect(row('every other chain')).toMatch(/\| compared/);
});

test('base fees are called burnt where they are known to be', () => {
  const burns = (id: number) => burnsBaseFees({ id: id as NetworkId, name: `Chain ${id}` });
  expect([1, 11155111, 31337, 59144].map(burns)).toEqual([true, true, true, true]);
  // OP Mainnet's vault, Gnosis' collector, Polygon's contract.
  expect([10, 100, 137].map(burns)).toEqual([false, false, false]);
  // Blast's vault, peaq's pot (polkadot-evm/frontier, OnChargeEVMTransaction), the operator of ZKsync.
  expect([81_457, 3338, 324].map(burns)).toEqual([false, false, false]);
  // Kava's collector of fees (evmos/ethermint, x/evm), and a chain of nobody's.
  expect([2222, 424_242].map(burns)).toEqual([false, false]);
});
