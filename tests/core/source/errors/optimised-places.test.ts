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
  ['read', three, ['failedCheck C.read 42 the bytes do not hold the values that abi.decode reads']],
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

/** After OpenZeppelin's Governor and TimelockController: equal ends of code behind a call, and a function that is inlined. */
const SHARED = `pragma solidity ^0.8.20;
contract G {
  enum St { A, B, C }
  error Unexpected(bytes32 id, bytes32 states);
  error Already(address who);
  mapping(bytes32 => uint256) stamps;
  mapping(uint256 => mapping(address => bool)) voted;
  function bit(St s) internal pure returns (bytes32) {
    return bytes32(1 << uint8(s));
  }
  function state(bytes32 id) public view returns (St) {
    uint256 t = stamps[id];
    return t == 0 ? St.A : t == 1 ? St.C : St.B;
  }
  function schedule(bytes32 id) external {
    if (state(id) != St.A) {
      revert Unexpected(id, bit(St.A));
    }
    stamps[id] = block.timestamp;
  }
  function before_(bytes32 id, bytes32 p) private view {
    if (state(id) != St.B) {
      revert Unexpected(id, bit(St.B));
    }
    if (p != 0 && state(p) != St.C) {
      revert Already(msg.sender);
    }
  }
  function run(bytes32 id, bytes32 p) external {
    before_(id, p);
    stamps[id] = 1;
  }
  function valid(bytes32 id, bytes32 allowed) internal view {
    if (bit(state(id)) & allowed == 0) {
      revert Unexpected(id, allowed);
    }
  }
  function queue(bytes32 id) external {
    valid(id, bit(St.B));
    stamps[id] = 9;
  }
  function params() internal view virtual returns (bytes memory) {
    return "";
  }
  function cast(uint256 id, address v, string memory r) external returns (bytes memory) {
    return cast_(id, v, r);
  }
  function cast_(uint256 id, address v, string memory r) internal returns (bytes memory) {
    return cast_(id, v, r, params());
  }
  function cast_(uint256 id, address v, string memory r, bytes memory p) internal returns (bytes memory) {
    valid(bytes32(id), bit(St.A));
    count(id, v);
    return bytes.concat(p, bytes(r));
  }
  function count(uint256 id, address v) internal {
    if (voted[id][v]) {
      revert Already(v);
    }
    voted[id][v] = true;
  }
  function low() external view {
    address self = address(this);
    assembly {
      mstore(0, 0x2f048afa00000000000000000000000000000000000000000000000000000000)
      let ok := staticcall(50000, self, 0, 36, 0, 0)
      if iszero(ok) {
        revert(0, 0)
      }
    }
  }
  function write(uint256) external {
    stamps[0] = 1;
  }
}
`;

const me = `0x${'11'.repeat(20)}`;
const id = `0x${'0'.repeat(63)}1`;
const SHARED_CASES: [string, [string, unknown[]][], string[]][] = [
  ['behind a call', [['run', [id, id]]], ['run 30', 'before_ 23']],
  [
    'twice',
    [
      ['schedule', [id]],
      ['schedule', [id]],
    ],
    ['schedule 17'],
  ],
  [
    'an inlined argument',
    [
      ['cast', [1n, me, '']],
      ['cast', [1n, me, '']],
    ],
    ['cast 46', 'cast_ 49', 'cast_ 53', 'count 58'],
  ],
  [
    'an equal call',
    [
      ['schedule', [id]],
      ['cast', [1n, me, '']],
    ],
    ['cast 46', 'cast_ 49', 'cast_ 52', 'valid 35'],
  ],
  ['assembly that reverts with what a call gave', [['low', []]], ['low 66', 'write 73']],
  ['the call that is kept', [['queue', [id]]], ['queue 39', 'valid 35']],
];

test.each(SHARED_CASES)('equal blocks of several functions: %s', (_, calls, lines) => {
  for (const optimizer of [false, true]) {
    const made = calls.map(([name, args]) => ({ name, args }));
    const run = runSource(SHARED, 'G', target('0.8.37', optimizer, false), made);
    const told = stackTraceOf({ ...run, steps: run.replay.steps });
    expect(told.map((line) => `${line.function} ${line.line}`)).toEqual(lines);
  }
});

const ALIKE = `pragma solidity >=0.8.12;
interface Quiet { function none() external; function some(uint) external payable; }
contract Other {}
contract C {
  Other other = new Other();
  function act(uint x) external pure {
    if (x == 4) revert("four");
    assert(false);
  }
  function reason(uint x) external view {
    if (x == 1) { try this.act(4) {} catch Error(string memory r) {
      revert(string.concat("re: ", r)); } }
    if (x == 2) { try this.act(5) {} catch Panic(uint c) {
      revert(string.concat("p", c == 1 ? "1" : "?")); } }
    if (x == 3)
      revert(string(abi.encodePacked("three ", x == 3 ? "3" : "4")));
  }
  function quiet(uint x) external {
    if (x == 1) Quiet(address(other)).none();
    if (x == 2) Quiet(address(other)).some{value: 0}(3);
    if (x == 3) this.cut(new uint[](2), 5);
  }
  function cut(uint[] calldata a, uint from) external pure returns (uint) {
    return a[from:][0];
  }
}`;

test.each([
  ['reason', 1n, 'C.reason 12'],
  ['reason', 2n, 'C.reason 14'],
  ['reason', 3n, 'C.reason 16'],
  ['quiet', 1n, 'C.quiet 19', 'Other. 3'],
  ['quiet', 2n, 'C.quiet 20', 'Other. 3'],
  ['quiet', 3n, 'C.quiet 21', 'C.cut 24'],
])('reasons that are put together, and calls handed on without data, end alike: %s(%s)', (name, x, ...lines) => {
  for (const compiler of [target('0.8.37', true), target('0.8.37', true, true)]) {
    const run = runSource(ALIKE, 'C', compiler, [{ name, args: [x] }]);
    const told = stackTraceOf({ ...run, steps: run.replay.steps });
    expect(told.map((line) => `${line.contract}.${line.function} ${line.line}`)).toEqual(lines);
  }
});
