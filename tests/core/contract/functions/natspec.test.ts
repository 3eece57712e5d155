/** What a compiler says of the author's comments, and which parameters are amounts. */
import { expect, test } from 'vitest';
import { isAmountParameter } from '../../../../src/core/contract/functions/amount-parameter';
import { readNatSpec } from '../../../../src/core/contract/functions/natspec';
import { newestSolc } from '../../../helpers/solc';

const SOURCE = `contract Bank {
  /// @notice Moves money.
  /// @dev Reverts below zero.
  /// @param to who gets it
  /// @param amount how much
  /// @return left what is left
  /// @return whether it was enough
  function pay(address to, uint256 amount) external returns (uint256 left, bool) {}
  function silent() external {}
}`;

test('reads notice, details, parameters and return values by signature', () => {
  const input = {
    language: 'Solidity',
    sources: { 'Bank.sol': { content: SOURCE } },
    settings: { outputSelection: { '*': { '*': ['userdoc', 'devdoc'] } } },
  };
  const { userdoc, devdoc } = JSON.parse(newestSolc().compile(JSON.stringify(input))).contracts['Bank.sol'].Bank;
  expect(readNatSpec(userdoc, devdoc)).toEqual({
    'pay(address,uint256)': {
      notice: 'Moves money.',
      details: 'Reverts below zero.',
      params: { to: 'who gets it', amount: 'how much' },
      returns: { left: 'what is left', _1: 'whether it was enough' },
    },
  });
});

test('reads the one text that old compilers have for what is returned', () => {
  expect(readNatSpec({}, { methods: { 'f()': { return: 'a number' } } })['f()']?.returns).toEqual({ _0: 'a number' });
});

test('leaves out what is not as it should be, and cuts long texts', () => {
  expect(readNatSpec(null, 'text')).toEqual({});
  const odd = { methods: { 'f()': 7, 'g()': { notice: ['x'] }, 'h()': { notice: 'x'.repeat(10_000) } } };
  const docs = readNatSpec(odd, { methods: { 'f()': { params: [1], details: {} } } });
  expect(Object.keys(docs)).toEqual(['h()']);
  expect(docs['h()']?.notice).toHaveLength(4_000);
});

test('takes wide unsigned integers that are called amounts for amounts', () => {
  const asked: [string, number, boolean][] = [
    ['amount', 256, false],
    ['minAmountOut', 256, false],
    ['_value', 128, false],
    ['amount', 256, true],
    ['amount', 32, false],
    ['tokenId', 256, false],
    ['deadline', 256, false],
    ['', 256, false],
  ];
  expect(asked.map(([name, width, signed]) => isAmountParameter(name, width, signed))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
