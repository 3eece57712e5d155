/** What is said of reverts without data: of the compiler's checks, and of the source's own that look like them. */
import { toFunctionSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { errorSiteText } from '../../../../src/core/source/errors/error-text';
import { stackTraceOf } from '../../../../src/core/source/errors/stack-trace';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource, type SourceCall } from '../../../helpers/source-run';

const PIPELINES = [
  target('0.8.37'),
  target('0.8.37', true),
  target('0.8.37', false, true),
  target('0.8.37', true, true),
];
const UNEXPLAINED = 'Reverted without a reason.';
const NOBODY = `0x${'00'.repeat(19)}99`;

/** The last line of the stack trace: its place and its sentence. */
function toldOf(source: string, contract: string, compiler: (typeof PIPELINES)[number], call: SourceCall): string {
  const run = runSource(source, contract, compiler, [call]);
  const line = stackTraceOf({ ...run, steps: run.replay.steps }).at(-1);
  return line === undefined ? 'no failure' : `${line.line}: ${errorSiteText(line)}`;
}

const OWN = `pragma solidity >=0.8.0;
interface Asked { function answer() external; function value() external returns (uint); }
contract Own {
  function holdsCode(address who) external view returns (uint) {
    require(who.code.length > 0);
    return 1;
  }
  function isContract(address who) external view returns (uint) {
    uint size;
    assembly { size := extcodesize(who) }
    if (size == 0) revert();
    return 2;
  }
  function isLong(uint a) external pure returns (uint) {
    require(msg.data.length >= 100);
    return a;
  }
  function ask(address who) external {
    Asked(who).answer();
  }
  function read(address who) external {
    Asked(who).value();
  }
}
`;

const PAYING = `pragma solidity >=0.8.0;
contract Made { uint public x; constructor() payable { x = 7; } }
contract Paying {
  function make() external returns (address) {
    return address(new Made{value: 5 ether}());
  }
  function salted() external returns (address) {
    return address(new Made{value: 5 ether, salt: bytes32(uint(1))}());
  }
  function pay(address payable who) external {
    who.transfer(3 ether);
  }
  function ask(address who) external {
    (bool ok, ) = who.call{value: 1 ether}("");
    require(ok, "no");
  }
}
`;

describe.each(PIPELINES)('optimizer $optimizer, via IR $viaIR', (compiler) => {
  test('a check of the source is not told as one of the compiler', () => {
    const told = (name: string, args: unknown[]) => toldOf(OWN, 'Own', compiler, { name, args });
    expect(told('holdsCode', [NOBODY])).toMatch(UNEXPLAINED);
    expect(told('isContract', [NOBODY])).toMatch(UNEXPLAINED);
    expect(told('isLong', [7n])).toBe(`15: ${UNEXPLAINED}`);
    expect(told('ask', [NOBODY])).toBe('19: The account that was called has no code.');
    // Nothing asks for its code: what it returned is decoded at once.
    expect(told('read', [NOBODY])).toBe('22: The account that was called has no code.');
  });

  test('arguments that are missing are told with the name of the function', () => {
    expect(toldOf(OWN, 'Own', compiler, { data: '0x0f3d1c2b' })).toMatch('no function of this selector');
    expect(toldOf(OWN, 'Own', compiler, { data: `${toFunctionSelector('isLong(uint256)')}00` })).toBe(
      '14: The calldata does not hold the arguments of the function isLong.',
    );
  });

  // argotorg/solidity#13832: unlike the conversion of a number, this is no panic.
  test('a number that is no member of the enum that an argument is', () => {
    const told = (signature: string, ...words: number[]) => {
      const data = words.map((word) => word.toString(16).padStart(64, '0')).join('');
      return toldOf(ENUMS, 'Orders', compiler, { data: `${toFunctionSelector(signature)}${data}` as `0x${string}` });
    };
    const refused = (name: string) => `The calldata does not hold the arguments of the function ${name}.`;
    expect(told('place(uint8)', 2)).toBe(`5: ${refused('place')}`);
    expect(told('pack((uint8,uint256))', 2, 9)).toBe(`6: ${refused('pack')}`);
    // The source's own revert, with a member.
    expect(told('place(uint8)', 1)).toBe(`5: ${UNEXPLAINED}`);
    expect(told('side(uint256)', 2)).toMatch('Panic 0x21');
  });

  // argotorg/solidity#16660: the compiler gives it no reason.
  test('an index that the getter of an array has no item for', () => {
    const told = (name: string, args: unknown[]) => toldOf(ENUMS, 'Orders', compiler, { name, args });
    expect(told('prices', [0n])).toBe('8: Failed a check that the compiler made: the index is out of bounds.');
    expect(told('byOwner', [NOBODY, 0n, 1n])).toBe(
      '9: Failed a check that the compiler made: the index is out of bounds.',
    );
  });

  test('calldata that is no selector', () => {
    expect(toldOf(OWN, 'Own', compiler, { data: '0x0f3d' })).toMatch(
      'The calldata is shorter than a selector, and the contract has no fallback function.',
    );
  });

  test('a failure without data that the source hands on goes on where it arose', () => {
    const data = `0x0f3d1c2b` as const;
    expect(toldOf(HANDING, 'Handing', compiler, { name: 'hand', args: [data] })).toBe(
      '2: The contract has no function of this selector, and no fallback function.',
    );
    // A failure of its own, behind a call that it does not look at.
    expect(toldOf(HANDING, 'Handing', compiler, { name: 'ignore', args: [data] })).toBe(`12: ${UNEXPLAINED}`);
  });

  test('only functions of a library that change state are protected from calls', () => {
    const told = (call: SourceCall) => toldOf(LIBRARY, 'Shared', compiler, call);
    expect(told({ name: 'look', args: [9n] })).toBe(`4: ${UNEXPLAINED}`);
    expect(told({ data: `${toFunctionSelector('count(uint256)')}${'09'.padStart(64, '0')}` })).toMatch(
      'A function of a library that changes state was called directly',
    );
    expect(told({ data: '0x12345678' })).toBe('2: A library was called directly, and has no function for the call.');
  });

  test('what a call returned may be enough and no value of its type', () => {
    const words = 'The returned data does not decode to the values that its function declares.';
    for (const [name, line] of [
      ['short', 10],
      ['wide', 11],
    ] as const)
      expect(toldOf(ANSWERS, 'Asking', compiler, { name })).toBe(`${line}: ${words}`);
  });

  test('ether that the contract does not have', () => {
    const words = 'The call could not be made: the balance does not cover its value, or calls are nested too deep.';
    const told = (call: SourceCall) => toldOf(PAYING, 'Paying', compiler, call);
    expect(told({ name: 'make' })).toBe(`5: ${words}`);
    expect(told({ name: 'salted' })).toBe(`8: ${words}`);
    expect(told({ name: 'pay', args: [NOBODY] })).toBe(`11: ${words}`);
    // The source asked whether the call was made.
    expect(told({ name: 'ask', args: [NOBODY] })).toBe('15: Reverted: no');
  });

  test('an error of assembly right behind a call is no check of what the call returned', () => {
    expect(toldOf(MAKING, 'Making', compiler, { name: 'make' })).toMatch(/^\d+: Reverted with Missing\(\)\.$/);
  });

  test('the line of a call whose callee ran out of gas says so', () => {
    const firstOf = (name: string, call: Omit<SourceCall, 'name'> = {}) => {
      const run = runSource(CALLING, 'Calling', compiler, [{ name, args: [50_000n], ...call }]);
      return stackTraceOf({ ...run, steps: run.replay.steps }).map((line) => `${line.line}: ${errorSiteText(line)}`)[0];
    };
    expect(firstOf('plain')).toBe('9: The contract that was called ran out of gas.');
    expect(firstOf('value')).toBe('10: The contract that was called ran out of gas.');
    expect(firstOf('pay', { value: 5n })).toMatch(
      /^11: The contract that was called ran out of gas: .* stipend of 2,300/,
    );
  });

  test('the same error in two clauses of a try is of the one that ran', () => {
    const told = (name: string) => toldOf(TRYING, 'Trying', compiler, { name });
    expect(told('wrong')).toMatch(/^10: Reverted with Refused\(/);
    expect(told('none')).toMatch(/^12: Reverted with Refused\(/);
  });

  test('what a call returned may be nothing', () => {
    expect(toldOf(SILENT, 'Asking', compiler, { name: 'flag' })).toBe(
      '8: The call returned less data than its function declares.',
    );
  });

  test('a function behind a proxy that takes no wei', () => {
    expect(toldOf(PROXY, 'Proxy', compiler, { data: '0x1249c58b', value: 5n })).toBe(
      '3: The function mint is not payable, and was sent 5 wei.',
    );
  });
});

test('a function that the tree gives no selector is known by the ABI', () => {
  const source = `pragma solidity ^0.5.0;
pragma experimental ABIEncoderV2;
contract Store {
  struct Pair { uint a; uint b; }
  function put(Pair memory pair) public pure {
    if (pair.a > pair.b) revert();
  }
  function put(uint a) public pure { a; }
}
`;
  const data =
    `${toFunctionSelector('put((uint256,uint256))')}${'2'.padStart(64, '0')}${'1'.padStart(64, '0')}` as const;
  for (const optimizer of [false, true])
    expect(toldOf(source, 'Store', target('0.5.17', optimizer), { data })).toBe(`6: ${UNEXPLAINED}`);
});

const ENUMS = `pragma solidity >=0.8.0;
contract Orders {
  enum Side { Buy, Sell }
  struct Order { Side side; uint price; }
  function place(Side side) external pure { if (side == Side.Sell) revert(); }
  function pack(Order memory order) external pure returns (uint) { return order.price; }
  function side(uint number) external pure returns (Side) { return Side(number); }
  uint[] public prices;
  mapping(address => uint[2][]) public byOwner;
}
`;

const LIBRARY = `pragma solidity >=0.8.0;
library Shared {
  function look(uint a) external pure returns (uint) {
    if (a > 5) revert();
    return a;
  }
  function count(uint a) external {
    assembly { sstore(0, a) }
  }
}
`;

const ANSWERS = `pragma solidity >=0.8.0;
interface Answering { function flag() external returns (bool); function both() external returns (uint, uint); }
contract Any {
  fallback() external {
    assembly { mstore(0, 2000) return(0, 32) }
  }
}
contract Asking {
  Answering answering = Answering(address(new Any()));
  function short() external returns (uint a) { (a, ) = answering.both(); }
  function wide() external returns (bool) { return answering.flag(); }
}
`;

const SILENT = `pragma solidity >=0.8.0;
interface Answering { function flag() external returns (bool); }
contract Silent {
  fallback() external {}
}
contract Asking {
  Answering answering = Answering(address(new Silent()));
  function flag() external returns (bool) { return answering.flag(); }
}
`;

const MAKING = `pragma solidity >=0.8.0;
contract Quiet { fallback() external {} }
contract Making {
  error Missing();
  Quiet quiet = new Quiet();
  function make() external {
    address to = address(quiet);
    assembly {
      if iszero(mul(extcodesize(0x99), call(gas(), to, 0, 0, 0, 0, 0))) {
        mstore(0, ${Number(toFunctionSelector('Missing()'))})
        revert(28, 4)
      }
    }
  }
}
`;

const TRYING = `pragma solidity >=0.8.0;
interface Errors { error Refused(address who); } interface Asked { function answer() external returns (bytes4); }
contract Wrong { function answer() external pure returns (bytes4) { return 0x12345678; } }
contract None { function other() external {} }
library Checks {
  // As utilities of tokens do.
  function check(address who) internal {
    if (who.code.length > 0) {
      try Asked(who).answer() returns (bytes4 word) {
        if (word != Asked.answer.selector) revert Errors.Refused(who);
      } catch (bytes memory reason) {
        if (reason.length == 0) revert Errors.Refused(who);
        assembly { revert(add(reason, 32), mload(reason)) }
      }
    }
  }
}
contract Trying {
  address w = address(new Wrong());
  address n = address(new None());
  function wrong() external { Checks.check(w); }
  function none() external { Checks.check(n); }
}
`;

const CALLING = `pragma solidity >=0.8.0;
contract Sink {
  uint[] kept;
  function fill(uint n) public returns (uint) { for (uint i; i < n; i++) kept.push(i); return n; }
  receive() external payable { fill(3); }
}
contract Calling {
  Sink sink = new Sink(); uint last;
  function plain(uint g) external { sink.fill{gas: g}(50); }
  function value(uint g) external { last = sink.fill{gas: g}(50) + 1; }
  function pay(uint) external payable { payable(address(sink)).transfer(1); }
}
`;

const HANDING = `pragma solidity >=0.8.0;
contract Called { uint public x; }
contract Handing {
  address called = address(new Called());
  function hand(bytes calldata data) external {
    (bool ok, bytes memory answer) = called.call(data);
    if (!ok) { assembly { revert(add(answer, 32), mload(answer)) } }
  }
  function ignore(bytes calldata data) external returns (bytes memory answer) {
    bool ok;
    (ok, answer) = called.call(data);
    if (data.length > 3) revert();
  }
}
`;

const PROXY = `pragma solidity >=0.8.0;
contract Minter {
  function mint() external {}
}
contract Proxy {
  address minter = address(new Minter());
  fallback() external payable {
    address to = minter;
    assembly {
      calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if iszero(ok) { revert(0, returndatasize()) }
      return(0, returndatasize())
    }
  }
}
`;
