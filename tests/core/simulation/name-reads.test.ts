/** Slots that were read otherwise, by the names of a real layout. */
import { expect, test } from 'vitest';
import type { Address, Hash } from '../../../src/core/chain/primitives';
import { nameReads } from '../../../src/core/simulation/name-reads';
import { StoragePaths } from '../../../src/core/source/values/storage-path';
import { target } from '../../../tools/conformance/solidity/targets';
import { runSource } from '../../helpers/source-run';

const SOURCE = `pragma solidity ^0.8.0;
contract C { uint128 low; uint128 high; address owner; mapping(address => uint256) balances;
  function run(address holder) external { low = 1; balances[holder] = 3; } }`;
const HOLDER = `0x${'0'.repeat(38)}aa` as Address;
const AT = `0x${'c1'.repeat(20)}` as Address;

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as Hash;
const run = runSource(SOURCE, 'C', target('0.8.37'), [{ name: 'run', args: [HOLDER] }]);
const paths = new StoragePaths(run.replay.preimages);
const layout = run.compilation.contracts[0]?.layout?.storage ?? [];
const read = (key: bigint, simulated: bigint, mined: bigint) => ({
  what: 'slot' as const,
  address: AT,
  key: word(key),
  simulated: word(simulated),
  mined: word(mined),
});

test('of values that share a slot those that differ are named', () => {
  const shared = read(0n, (7n << 128n) | 1n, (9n << 128n) | 1n);
  expect(nameReads([shared], new Map([[AT, layout]]), paths)).toEqual([
    { ...shared, variables: [{ path: 'high', simulated: '7', mined: '9' }] },
  ]);
});

test('an entry of a mapping is named by the key that was hashed', () => {
  const [[key] = [0n]] = [...run.replay.preimages.all()];
  const [named] = nameReads([read(key, 3n, 4n)], new Map([[AT, layout]]), paths);
  expect(named?.variables).toMatchObject([{ simulated: '3', mined: '4' }]);
  expect(named?.variables?.[0]?.path.toLowerCase()).toBe(`balances[${HOLDER}]`);
});

test('what no layout knows, and what is no slot, stays as it is', () => {
  const unknown = read(99n, 1n, 2n);
  const balance = { what: 'balance' as const, address: AT, simulated: word(1n), mined: word(2n) };
  expect(nameReads([unknown, balance], new Map([[AT, layout]]), paths)).toEqual([unknown, balance]);
  expect(nameReads([read(0n, 1n, 2n)], new Map(), paths)).toEqual([read(0n, 1n, 2n)]);
});
