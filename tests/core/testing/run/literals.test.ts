/** Literals of sources are offered for the types that forge 1.7.1 offers them for, and inputs are taken from them. */
import { keccak256, padHex, stringToHex } from 'viem';
import { expect, test } from 'vitest';
import type { TestProject } from '../../../../src/core/testing/project';
import { literalsOf } from '../../../../src/core/testing/run/literals';
import { runTests } from '../../../../src/core/testing/run-tests';
import { defaultSettings } from '../../../../src/core/testing/settings';
import { newestSolc } from '../../../helpers/solc';
import { buildOf, fixtureProject, HOST } from '../fixture-project';

function literalsIn(content: string, path = 'src/A.sol') {
  const runs = [{ version: '0.8.30', input: { sources: { [path]: { content } } }, output: {} }];
  return literalsOf({ settings: defaultSettings(), runs } as unknown as TestProject);
}
const of = (text: string, type: string) => literalsIn(text).words.get(type) ?? [];

test('a number is offered for every width that holds it, and below zero for the signed ones', () => {
  expect(of('uint256 x = 1_000;', 'uint8')).toEqual([]);
  for (const type of ['uint16', 'uint32', 'uint64', 'uint128', 'uint256'])
    expect(of('x = 1_000;', type)).toEqual([1000n]);
  expect(of('x = -129;', 'int16')).toEqual([2n ** 256n - 129n]);
  expect(of('x = -129;', 'uint16')).toEqual([129n]);
  expect(of('x = 1;', 'int16')).toEqual([]);
  expect(of('uint128 a = 2.5e3; b = 0x1F; c = 1.5; d = 10 ether; uint7x = y9;', 'uint256')).toEqual([2500n, 31n, 10n]);
});

test('an address has its checksum; without it, it is a number', () => {
  const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
  expect(of(`a = ${dai};`, 'address')).toEqual([BigInt(dai)]);
  expect(of(`a = ${dai};`, 'uint256')).toEqual([]);
});

test('a text is offered as that, by its hash, and as the word that begins with it', () => {
  const found = literalsIn(String.raw`s = "say \"hi\"\x21"; t = hex"C0_FF"; u = unicode'é'`);
  expect(found.texts).toEqual(['say "hi"!', 'é']);
  expect(found.bytes).toEqual(['0xc0ff']);
  const [hash, padded] = found.words.get('bytes32') ?? [];
  expect(hash).toBe(BigInt(keccak256(stringToHex('say "hi"!'))));
  expect(padded).toBe(BigInt(padHex(stringToHex('say "hi"!'), { size: 32, dir: 'right' })));
});

test('dependencies and scripts have none', () => {
  const numbers = (path: string) => literalsIn('x = 7;', path).words.get('uint256');
  expect(numbers('test/A.sol')).toEqual([7n]);
  for (const path of ['lib/b/A.t.sol', 'lib/b/src/A.sol', 'script/A.s.sol']) expect(numbers(path)).toBeUndefined();
});

test('comments, imports and assembly have none', () => {
  const text = `pragma solidity 0.8.30; import {A1} from "./a.sol"; // 1 "x"
    /* 2 */ function f() { assembly ("memory-safe") { if 3 { let x := "y" } } x = 4; }`;
  expect(literalsIn(text)).toMatchObject({ texts: [], bytes: [] });
  expect(of(text, 'uint256')).toEqual([4n]);
});

const SOURCE = `pragma solidity ^0.8.0;
contract LiteralsTest {
  function test_text(string memory s) public pure { require(keccak256(bytes(s)) != keccak256("magic words"), "found"); }
  function test_bytes(bytes memory s) public pure { require(keccak256(s) != keccak256(hex"c0ffee0123"), "found"); }
  function test_number(uint64 n) public pure { unchecked { require(n * 3 != 123456789 * 3, "found"); } }
  function test_short(uint8 n) public pure { require(n != 200, "found"); }
  function test_address(address n) public pure { require(n != 0x6B175474E89094C44Da98b954EedeAC495271d0F, "found"); }
}`;

test('what a literal alone makes fail is found, as forge finds it', async () => {
  const project = await fixtureProject('', buildOf(newestSolc(), { 'test/Literals.t.sol': SOURCE }, 'osaka'));
  const [suite] = await runTests(project, project.suites, HOST);
  expect(suite?.tests.map(({ reason }) => reason)).toEqual(Array(5).fill('found'));
});
