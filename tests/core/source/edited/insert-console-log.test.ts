/** console.log at a line: what is put in compiles, and prints what is in scope. */
import { expect, test } from 'vitest';
import { contractStart, withConsoleLine } from '../../../../src/core/source/edited/insert-console-log';
import { newestSolc } from '../../../helpers/solc';

const SOURCE = `pragma solidity ^0.8.0;
contract Vault {
    uint128 public total; mapping(address given => uint256) balances; string name = "a { in a text";
    event Taken(address who);
    function take(address who, uint256[] memory list, int8 by) external returns (bool done) {
        // uint256 hidden
        for (uint256 i = 0; i < list.length; i++) { uint256 inner = i; total += uint128(inner); }
        if (total > 5)
            emit Taken(who);
        else { total = 0; }
        total +=
            uint128(uint8(by));
        done = true;
    }
    function half(uint256 amount) external pure returns (uint256) {
        return amount / 2;
    }
    function again(Vault other) external {
        for (uint256 i = 0; i < 3; i++)
            total += uint128(i);
        for (uint256 i = 0; i < 4; i++) {
            total -= uint128(i);
        }
        try other.half(1) returns (uint256 given) {
            total = uint128(given);
        } catch Error(string memory reason) {
            name = reason;
        }
        uint256 given = other.total();
        total = other.total() + 3;
    }
    function set(uint128 next) external returns (uint128) { uint128 was = total; total = next; return was; }
    function ping() external { name = "pinged"; } function none() external {}
    struct Given { uint256 amount; address payable to; }
    modifier given(Given memory it) { _; }
    function pay(Given memory it) public payable given(Given({amount: 1, to: it.to})) {
        this.pay{
            value: 1
        }
        (Given({
            amount: it.amount,
            to: it.to
        }));
        for (
            uint256 i = 0;
            i < 5;
            i++
        ) {
            total += 4;
        }
        if (total > 6) {
            total = 7;
        } else {
            total = 8;
        }
        unchecked {
            total = 9;
        }
        do {
            total = 10;
        } while (total > 11);
        try this.pay{
            gas: 12
        }(it) {
            total = 13;
        } catch {
            total = 14;
        }
        assembly {
            for {
                let i := 0
            } lt(i, 3) {
                i := add(i, 15)
            } {}
        }
        uint256 last = 16;
        total = uint128(last + 17);
    }
}`;
const solc = newestSolc();

function errorsOf(text: string): string[] {
  const input = {
    language: 'Solidity',
    sources: { 'a.sol': { content: text } },
    settings: { outputSelection: { '*': { '*': ['abi'] } } },
  };
  const { errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    errors?: { severity: string; message: string }[];
  };
  return errors.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

const lineOf = (needle: string) => SOURCE.slice(0, SOURCE.indexOf(needle)).split('\n').length;
function at(needle: string): string {
  const logged = withConsoleLine(SOURCE, lineOf(needle), 'Vault.sol');
  return logged.ok ? logged.value : logged.error;
}
const added = (needle: string) =>
  at(needle)
    .split('\n')
    .filter((line) => line.includes('staticcall'))
    .map((line) => /"log\((.*?)\)", "(.*?)"/.exec(line)?.slice(1, 3));

test.each([
  ['done = true;', [['string,bool', 'Vault.sol:13 done']]],
  ['for (uint256', [['string,uint256', 'Vault.sol:7 total']]],
  // A statement of two lines is printed in front of.
  [
    'uint128(uint8(by));',
    [
      ['string,uint256', 'Vault.sol:12 total'],
      ['string,int256', 'Vault.sol:12 by'],
    ],
  ],
  [
    'emit Taken(who)',
    [
      ['string,uint256', 'Vault.sol:9 total'],
      ['string,address', 'Vault.sol:9 who'],
    ],
  ],
  [
    'else { total',
    [
      ['string,uint256', 'Vault.sol:10 total'],
      ['string,address', 'Vault.sol:10 who'],
    ],
  ],
  // What a loop or a clause declares is in scope neither in front of it nor behind it.
  ['for (uint256 i = 0; i < 3', [['string', 'Vault.sol:19']]],
  ['total += uint128(i)', [['string,uint256', 'Vault.sol:20 total']]],
  ['for (uint256 i = 0; i < 4', [['string', 'Vault.sol:21']]],
  [
    'total -= uint128(i)',
    [
      ['string,uint256', 'Vault.sol:22 total'],
      ['string,uint256', 'Vault.sol:22 i'],
    ],
  ],
  [
    'name = reason',
    [
      ['string,string', 'Vault.sol:27 name'],
      ['string,string', 'Vault.sol:27 reason'],
    ],
  ],
  ['uint256 given = other', [['string', 'Vault.sol:29']]],
  // What another contract declares is no variable of this one.
  ['total = other.total() + 3', [['string,uint256', 'Vault.sol:30 total']]],
])('at %s', (needle, expected) => {
  expect(added(needle)).toEqual(expected);
  expect(errorsOf(at(needle))).toEqual([]);
});

test.each([
  // Arguments with names, options of a call and the head of a loop are parts of a statement, which is printed in front of.
  ['value: 1', 'this.pay{'],
  ['  (Given({', 'this.pay{'],
  ['amount: it.amount', 'this.pay{'],
  ['to: it.to\n', 'this.pay{'],
  ['i < 5', 'for ('],
  ['i++\n', 'for ('],
  ['total += 4', 'total += 4'],
  ['total = 7', 'total = 7'],
  ['total = 8', 'total = 8'],
  ['total = 9', 'total = 9'],
  ['total = 10', 'total = 10'],
  ['gas: 12', 'try this.pay{'],
  ['total = 13', 'total = 13'],
  ['total = 14', 'total = 14'],
  ['i := add(i, 15)', 'assembly {'],
  ['total = uint128(last', 'total = uint128(last'],
])('%j is printed in front of %j', (needle, statement) => {
  const lines = at(needle).split('\n');
  const last = lines.findLastIndex((line) => line.includes('staticcall'));
  expect(lines[last + 1]?.trim().startsWith(statement)).toBe(true);
  expect(errorsOf(at(needle))).toEqual([]);
});

test.each([
  ['function set', 'return was', [['string,uint256', 'Vault.sol:32 was']]],
  ['function ping', 'name = "pinged"', [['string,string', 'Vault.sol:33 name']]],
])('a function of one line, %s, prints in front of %j', (needle, statement, expected) => {
  expect(added(needle).slice(0, 1)).toEqual(expected);
  expect(at(needle)).toContain(`told; } ${statement}`);
  expect(errorsOf(at(needle))).toEqual([]);
});

test('a contract begins at the line that declares it', () => {
  const text = '// contract B\ncontract A { B b; }\nabstract contract B {}\n';
  expect(text.slice(contractStart(text, 'B'))).toBe('abstract contract B {}\n');
  expect(contractStart(text, 'C')).toBe(0);
});

test('outside of a function there is none, and in a pure one', () => {
  const nowhere = 'A console.log is possible only in the body of a function.';
  expect(at('uint128 public')).toBe(nowhere);
  expect(at('pragma')).toBe(nowhere);
  expect(at('return amount / 2')).toContain('A pure function cannot print');
});
