/** What compilers before 0.8 end with INVALID for is told as the check that failed; in 0.8 the same are panics. */
import { describe, expect, test } from 'vitest';
import { errorSiteText } from '../../../../src/core/source/errors/error-text';
import { stackTraceOf } from '../../../../src/core/source/errors/stack-trace';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

const SOURCE = `pragma solidity >=0.4.20;
contract Old {
  enum Side { Buy, Sell }
  uint[3] items;
  uint[] list;
  uint8[2][] nested;
  Side public side;
  uint public n;
  function sure(uint i) public { n = i; assert(i == 0); }
  function index(uint i) public { n = items[i]; }
  function listed(uint i) public { n = list[i]; }
  function divide(uint i) public { n = 10 / (i - 9); }
  function rest(uint i) public { n = 10; n %= i - 9; }
  function member(uint i) public { side = Side(i); }
  function raw(uint i) public { n = i; assembly { invalid() } }
}
`;

describe.each([target('0.4.26'), target('0.5.17'), target('0.6.12', true), target('0.7.6')])(
  '$version, optimizer $optimizer',
  (compiler) => {
    test.each([
      ['sure', 'the condition of assert does not hold'],
      ['index', 'the index is out of bounds'],
      ['listed', 'the index is out of bounds'],
      ['divide', 'division by zero'],
      ['rest', 'division by zero'],
      ['member', 'no member of the enum has this number'],
    ])('%s: %s', (name, words) => {
      const run = runSource(SOURCE, 'Old', compiler, [{ name, args: [9n] }]);
      const line = stackTraceOf({ ...run, steps: run.replay.steps }).at(-1);
      expect(line && `${line.line > 0} ${errorSiteText(line)}`).toBe(`true Assertion failed: ${words}.`);
    });

    test('what the source itself writes in assembly is none', () => {
      const run = runSource(SOURCE, 'Old', compiler, [{ name: 'raw', args: [9n] }]);
      const line = stackTraceOf({ ...run, steps: run.replay.steps }).at(-1);
      expect(line?.assertion).toBeUndefined();
    });
  },
);

const DECODING = `pragma solidity >=0.6.0; pragma experimental ABIEncoderV2;
contract Silent {
  enum Side { Buy, Sell }
  uint public n;
  function two(bytes memory d) public { (uint a, string memory b) = abi.decode(d, (uint, string)); n = a + bytes(b).length; }
  function slice(bytes calldata d) external { n = abi.decode(d[32:d.length + 1], (uint)); }
  function plain(bytes calldata d) external { n = d.length; revert(); }
}
`;

test.each([
  target('0.7.6'),
  target('0.7.6', true),
  target('0.8.37'),
  target('0.8.37', true),
  target('0.8.37', true, true),
])(
  'a check that reverts without data is told by its place, solc $version, optimizer $optimizer, via IR $viaIR',
  (compiler) => {
    const sentence = (name: string, data: string) => {
      const run = runSource(DECODING, 'Silent', compiler, [{ name, args: [data] }]);
      return stackTraceOf({ ...run, steps: run.replay.steps })
        .map(errorSiteText)
        .at(-1);
    };
    const failed = (check: string) => `Failed a check that the compiler made: ${check}.`;
    expect(sentence('two', '0x01')).toBe(failed('the bytes do not hold the values that abi.decode reads'));
    expect(sentence('two', `0x${'ff'.repeat(64)}`)).toBe(
      failed('the bytes do not hold the values that abi.decode reads'),
    );
    expect(sentence('slice', '0x0102')).toBe(failed('the slice is out of bounds'));
    expect(sentence('plain', '0x01')).toBe('Reverted without a reason.');
  },
);
