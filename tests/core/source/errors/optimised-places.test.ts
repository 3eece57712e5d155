/** Stack traces of optimised code, which keeps equal ends of functions once. */
import { expect, test } from 'vitest';
import { stackTraceOf } from '../../../../src/core/source/errors/stack-trace';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

const SOURCE = `pragma solidity >=0.8.0;
contract Base {
  uint n;
  constructor(uint v) {
    require(v != 3, "three");
    n = v;
  }
  modifier least(uint x) {
    require(x >= 3, "too small");
    _;
    require(n != 7, "seven");
  }
}
contract C is Base {
  constructor(uint v) Base(v) {
    require(v != 4, "four");
  }
  function set(uint a) external least(check(a)) {
    n = a;
    require(a != 5, "five");
  }
  function check(uint a) internal pure returns (uint) {
    if (a > 100) revert("big");
    return a;
  }
  modifier ready() {
    require(isReady(), "not ready");
    _;
  }
  function isReady() public view returns (bool) {
    return n > 0;
  }
  function go(uint a) external ready {
    check(a + 100);
  }
  function raise(uint8 a) external pure returns (uint8) {
    for (uint i = 0; i < 3; i++)
      a++;
    return a;
  }
  function read(bytes calldata b) external pure returns (bool r) {
    r = abi.decode(b, (bool));
    require(r);
  }
}
`;

const three = '0x0000000000000000000000000000000000000000000000000000000000000003';
const SMALL = ['call C.set 18', 'revert C.least 9 too small'];
const CASES: [string, unknown, string[]][] = [
  ['set', 2n, SMALL],
  ['set', 5n, ['revert C.set 20 five']],
  ['set', 7n, ['call C.set 18', 'revert C.least 11 seven']],
  ['set', 101n, ['call C.set 18', 'revert C.check 23 big']],
  ['go', 1n, ['call C.go 34', 'revert C.check 23 big']],
  ['raise', 254, ['panic C.raise 38 11']],
  ['read', three, ['revert C.read 42']],
];

function linesOf(name: string | undefined, arg: unknown, optimizer: boolean, viaIR: boolean): string[] {
  const calls = name === undefined ? [] : [{ name, args: [arg] }];
  const run = runSource(SOURCE, 'C', target('0.8.37', optimizer, viaIR), calls, [name === undefined ? arg : 1n]);
  return stackTraceOf({ ...run, steps: run.replay.steps }).map((line) =>
    `${line.kind} ${line.contract}.${line.function} ${line.line} ${line.message}${line.panicCode}`.trim(),
  );
}

const PIPELINES = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const;

test.each(CASES)('%s(%s)', (name, arg, lines) => {
  for (const [optimizer, viaIR] of PIPELINES) expect(linesOf(name, arg, optimizer, viaIR)).toEqual(lines);
});

test('constructors of a base and of its child', () => {
  for (const [optimizer, viaIR] of PIPELINES) {
    expect(linesOf(undefined, 3n, optimizer, viaIR)).toEqual(['revert C.constructor 5 three']);
    expect(linesOf(undefined, 4n, optimizer, viaIR)).toEqual(['revert C.constructor 16 four']);
  }
});
