import { expect, test } from 'vitest';
import { LIMBS, toBigInt } from '../../../../src/core/evm/words/words';
import type { SourceType } from '../../../../src/core/source/values/source-type';
import { comparePathOrder, orderOfKey } from '../../../../src/core/source/values/storage-order';
import { StoragePaths } from '../../../../src/core/source/values/storage-path';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Base { uint256 first; mapping(int256 => uint256) signed; }
contract Ordered is Base {
    struct Point { uint128 y; uint128 x; mapping(uint256 => uint256) marks; uint256[] list; }
    uint8 small;
    bool flag;
    mapping(address => mapping(uint256 => uint256)) balances;
    Point point;
    uint256[] items;
    string text;
    mapping(string => uint256) byName;
    uint256 last;
    function run() external {
        last = 1;
        byName["b"] = 1; byName["a"] = 1; byName["aa"] = 1;
        text = "a text of more than thirty-two bytes, so that it is kept elsewhere than in its slot";
        for (uint256 i; i < 12; i++) items.push(i + 1);
        point.list.push(1); point.marks[2] = 1; point.marks[1] = 1; point.x = 1; point.y = 1;
        balances[address(0xff)][10] = 1; balances[address(0xff)][9] = 1; balances[address(0x1)][100] = 1;
        flag = true; small = 1;
        signed[1] = 1; signed[-1] = 1; signed[-2] = 1; signed[0] = 1;
        first = 1;
    }
}
`;

const address = (text: string) => `0x${text.padStart(40, '0')}`;

test('variables as declared, then members, indexes and keys by their value', () => {
  const run = runSource(SOURCE, 'Ordered', target('0.8.37'), [{ name: 'run' }]);
  const { slots } = run.state;
  const paths = new StoragePaths(run.replay.preimages);
  const layout = run.compilation.contracts.find(({ name }) => name === 'Ordered')?.layout.storage ?? [];
  const parts = [...new Set(run.replay.accesses.slots())].flatMap((slot) =>
    paths.at(toBigInt(slots.keys, slot * LIMBS), layout),
  );
  const sorted = parts.sort((a, b) => comparePathOrder(a.order, b.order)).map(({ path }) => path);
  expect(sorted).toEqual([
    'first',
    'signed[-2]',
    'signed[-1]',
    'signed[0]',
    'signed[1]',
    'small',
    'flag',
    `balances[${address('1')}][100]`,
    `balances[${address('ff')}][9]`,
    `balances[${address('ff')}][10]`,
    'point.y',
    'point.x',
    'point.marks[1]',
    'point.marks[2]',
    'point.list.length',
    'point.list[0]',
    'items.length',
    ...Array.from({ length: 12 }, (_, at) => `items[${at}]`),
    'text',
    'text',
    'text',
    'text',
    'byName["a"]',
    'byName["aa"]',
    'byName["b"]',
    'last',
  ]);
});

test('a path comes before what is below it, and numbers before texts', () => {
  const sorted = [['b'], [1n, 2n], [1n], [], [1n, 'a'], [-1n]].sort(comparePathOrder);
  expect(sorted).toEqual([[], [-1n], [1n], [1n, 2n], [1n, 'a'], ['b']]);
  expect(comparePathOrder([1n, 'a'], [1n, 'a'])).toBe(0);
});

test('texts as keys are compared by their bytes', () => {
  const type: SourceType = { kind: 'string', name: 'string' };
  const of = (text: string) => [orderOfKey(type, new TextEncoder().encode(text))];
  expect(comparePathOrder(of(''), of('a'))).toBeLessThan(0);
  expect(comparePathOrder(of('ä'), of('z'))).toBeGreaterThan(0);
});
