/** Own contracts, compiled by real compilers and executed by our machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { errorSiteText } from '../../../../src/core/source/errors/error-text';
import { stackTraceOf } from '../../../../src/core/source/errors/stack-trace';
import type { Target } from '../../../../tools/conformance/solidity/solc';
import { runStackCase, type StackCase } from '../../../../tools/conformance/solidity/stack-case';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const TARGETS = [target('0.5.17'), target('0.8.37'), target('0.8.37', false, true), target('0.8.37', true, true)];

function differences(source: string, test: StackCase, compiler: Target): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-stack-'));
  folders.push(folder);
  writeFileSync(join(folder, 'c.sol'), source);
  return runStackCase(folder, test, compiler);
}

const SOURCE = `pragma solidity >=0.5.0;
contract Vault {
  address owner;
  modifier only(address who) {
    require(msg.sender == who, "not the owner");
    _;
  }
  function open(uint amount) public only(owner) {
    amount;
  }
  function check(uint amount) internal pure returns (uint) {
    require(amount > 10, "too little");
    return amount;
  }
  function store(uint amount) public pure returns (uint) {
    return check(amount) + 1;
  }
}
contract Door {
  Vault vault = new Vault();
  function enter(uint amount) public view returns (uint) {
    return vault.store(amount);
  }
  function open() public {
    vault.open(1);
  }
}
`;

const at = (contract: string, name: string, line: number) => ({ contract, file: 'c.sol', function: name, line });

test.each(TARGETS)(
  'across contracts and internal functions, $version, optimizer $optimizer, via IR $viaIR',

  (compiler) => {
    const test: StackCase = {
      transactions: [
        { file: 'c.sol', contract: 'Door' },
        { to: 0, function: 'enter', params: [11] },
        {
          to: 0,
          function: 'enter',
          params: [5],
          stackTrace: [
            { type: 'CALLSTACK_ENTRY', sourceReference: at('Door', 'enter', 22) },
            { type: 'CALLSTACK_ENTRY', sourceReference: at('Vault', 'store', 16) },
            { type: 'REVERT_ERROR', message: 'too little', sourceReference: at('Vault', 'check', 12) },
          ],
        },
        {
          to: 0,
          function: 'open',
          params: [],
          stackTrace: [
            { type: 'CALLSTACK_ENTRY', sourceReference: at('Door', 'open', 25) },
            { type: 'CALLSTACK_ENTRY', sourceReference: at('Vault', 'open', 8) },
            { type: 'REVERT_ERROR', message: 'not the owner', sourceReference: at('Vault', 'only', 5) },
          ],
        },
        {
          to: 0,
          data: '0x12345678',
          stackTrace: [
            {
              type: 'UNRECOGNIZED_FUNCTION_WITHOUT_FALLBACK_ERROR',
              sourceReference: { contract: 'Door', file: 'c.sol', line: 19 },
            },
          ],
        },
      ],
    };
    expect(differences(SOURCE, test, compiler)).toEqual([]);
  },
);

test('a difference is told', () => {
  const test: StackCase = {
    transactions: [
      { file: 'c.sol', contract: 'Door' },
      { to: 0, function: 'enter', params: [11], stackTrace: [] },
    ],
  };
  expect(differences(SOURCE, test, target('0.8.37'))).toEqual(['transaction 1 succeeded']);
});

/** NomicFoundation/hardhat#2546: who looks at the result of a call did not make it. */
const HELPER = `pragma solidity ^0.8.20;
error Broke(uint256 code);
contract Deep {
  function a(uint256 x) external pure {
    if (x > 3) revert Broke(x);
  }
}
library Caller {
  function exec(address t, bytes memory data) internal returns (bytes memory) {
    (bool ok, bytes memory ret) = t.call(data);
    return check(ok, ret);
  }
  function check(bool ok, bytes memory ret) internal pure returns (bytes memory) {
    if (ok) return ret;
    if (ret.length > 0) {
      assembly { revert(add(32, ret), mload(ret)) }
    }
    revert("low-level call failed");
  }
}
contract Front {
  Deep d = new Deep();
  function go(uint256 x) external {
    Caller.exec(address(d), abi.encodeCall(Deep.a, (x)));
  }
}
`;

test.each([target('0.8.37'), target('0.8.37', true), target('0.8.37', true, true)])(
  'a helper that hands a failure on is no line of its own, optimizer $optimizer, via IR $viaIR',
  (compiler) => {
    const test: StackCase = {
      transactions: [
        { file: 'c.sol', contract: 'Front' },
        {
          to: 0,
          function: 'go',
          params: [9],
          stackTrace: [
            { type: 'CALLSTACK_ENTRY', sourceReference: at('Front', 'go', 24) },
            { type: 'CALLSTACK_ENTRY', sourceReference: at('Front', 'exec', 10) },
            {
              type: 'CUSTOM_ERROR',
              message: "reverted with custom error 'Broke(9)'",
              sourceReference: at('Deep', 'a', 5),
            },
          ],
        },
      ],
    };
    expect(differences(HELPER, test, compiler)).toEqual([]);
  },
);

const MERGED = `pragma solidity >=0.8.4;
contract Router {
  error Expired(uint deadline, uint time);
  error TooLittle(uint received, uint wanted);
  modifier before(uint deadline) {
    if (deadline < 100) revert Expired(deadline, 100);
    _;
  }
  function swap(uint amount, uint wanted, uint deadline) external before(deadline) returns (uint received) {
    received = amount * 2;
    if (received < wanted) revert TooLittle(received, wanted);
  }
}
`;

test('errors whose reverts end alike in optimised code stand where they were raised', () => {
  const swap = (deadline: number, error: string, name: string, line: number): StackCase['transactions'][number] => ({
    to: 0,
    function: 'swap',
    params: [5, 20, deadline],
    stackTrace: [
      ...(name === 'before' ? [{ type: 'CALLSTACK_ENTRY', sourceReference: at('Router', 'swap', 9) }] : []),
      { type: 'CUSTOM_ERROR', message: error, sourceReference: at('Router', name, line) },
    ],
  });
  const merged: StackCase = {
    transactions: [
      { file: 'c.sol', contract: 'Router' },
      swap(200, "reverted with custom error 'TooLittle(10, 20)'", 'swap', 11),
      swap(50, "reverted with custom error 'Expired(50, 100)'", 'before', 6),
    ],
  };
  expect(differences(MERGED, merged, target('0.8.37', true))).toEqual([]);
});

const SILENT = `pragma solidity >=0.8.0;
contract Gate {
  uint total;
  modifier passes() { _; }
  modifier shut() {
    revert();
    _;
  }
  modifier shutAfter() {
    _;
    revert();
  }
  function enter() external passes shut { total++; }
  function leave() external shutAfter {}
  function refuse(uint) internal pure {
    revert();
  }
  function knock(uint times) external pure {
    refuse(times);
  }
  receive() external payable {
    total += 1;
    require(false);
  }
}
`;

test.each([target('0.8.37'), target('0.8.37', true)])(
  'reverts without data whose code became one stand where they were made, optimizer $optimizer',

  (compiler) => {
    const fails = (name: string, params: unknown[], ...lines: [string, number][]) => ({
      to: 0,
      ...(name === '' ? { data: '0x' as const } : { function: name, params }),
      stackTrace: lines.map(([holder, line], index) => ({
        type: index === lines.length - 1 ? 'REVERT_ERROR' : 'CALLSTACK_ENTRY',
        sourceReference: at('Gate', holder, line),
      })),
    });
    const silent: StackCase = {
      transactions: [
        { file: 'c.sol', contract: 'Gate' },
        fails('enter', [], ['enter', 13], ['shut', 6]),
        fails('leave', [], ['leave', 14], ['shutAfter', 11]),
        fails('knock', [3], ['knock', 19], ['refuse', 16]),
        fails('', [], ['<receive>', 23]),
      ],
    };
    expect(differences(SILENT, silent, compiler)).toEqual([]);
  },
);

const BASE_FAILS = `pragma solidity >=0.8.0;
contract Base {
  constructor() {
    revert("Base failed");
  }
}
contract Child is Base {
  uint public x = 42;
}
`;

test('a constructor of a base fails after variables got their values', () => {
  const fails: StackCase = {
    transactions: [
      {
        file: 'c.sol',
        contract: 'Child',
        stackTrace: [{ type: 'REVERT_ERROR', message: 'Base failed', sourceReference: at('Child', 'constructor', 4) }],
      },
    ],
  };
  for (const compiler of [target('0.8.37'), target('0.8.37', true)])
    expect(differences(BASE_FAILS, fails, compiler)).toEqual([]);
});

const ABSENT = `pragma solidity ^0.6.0;
contract D {
  function f() public {}
}
contract C {
  function test() public {
    D(address(0x0000000000001234567890123456789012345678)).f();
  }
}
`;

test('a check for code has no place with solc 0.6.3 either, and is no require', () => {
  const absent: StackCase = {
    transactions: [
      { file: 'c.sol', contract: 'C' },
      {
        to: 0,
        function: 'test',
        stackTrace: [{ type: 'NONCONTRACT_ACCOUNT_CALLED_ERROR', sourceReference: at('C', 'test', 7) }],
      },
    ],
  };
  expect(differences(ABSENT, absent, target('0.6.3'))).toEqual([]);
});

const NO_CODE = `pragma solidity >=0.4.22;
contract Other {
  uint n;
  function f(uint x) public returns (uint) { require(x > 3); n = x; return x; }
}
contract C {
  Other o = new Other();
  function go(uint x) public returns (uint) {
    if (x == 10) return o.f(1);
    return Other(address(0x77)).f(9);
  }
}
`;

test('a check for code stands at its call in optimised code of old compilers, too', () => {
  for (const compiler of [target('0.4.26', true), target('0.5.17', true)]) {
    const run = runSource(NO_CODE, 'C', compiler, [{ name: 'go', args: [13n] }]);
    const lines = stackTraceOf({ ...run, steps: run.replay.steps });
    expect(lines.map(({ kind, function: name, line }) => `${kind} ${name} ${line}`)).toEqual(['notAContract go 10']);
  }
});

const HIDDEN = `pragma solidity ^0.8.0;
contract IgnoredD {
  constructor() {
    assert(false);
  }
}
contract C {
  function test() public {
    new IgnoredD();
  }
}
`;

test('a panic in code whose source is not known is no revert string', () => {
  const hidden: StackCase = {
    transactions: [
      { file: 'c.sol', contract: 'C' },
      {
        to: 0,
        function: 'test',
        stackTrace: [
          { type: 'CALLSTACK_ENTRY', sourceReference: at('C', 'test', 9) },
          { type: 'UNRECOGNIZED_CREATE_ERROR' },
        ],
      },
    ],
  };
  expect(differences(HIDDEN, hidden, target('0.8.37'))).toEqual([]);
});

const STIPEND = `pragma solidity ^0.8.20;
contract Keeper {
  uint256 count;
  receive() external payable {
    count += 1;
  }
}
contract Payer {
  Keeper keeper = new Keeper();
  function pay() external payable {
    payable(address(keeper)).transfer(msg.value);
  }
}
`;

test.each([target('0.8.37'), target('0.8.37', true), target('0.8.37', true, true)])(
  'a stipend that is too small is named, and the line where it ran out, optimizer $optimizer, via IR $viaIR',
  (compiler) => {
    const run = runSource(STIPEND, 'Payer', compiler, [{ name: 'pay', value: 5n }]);
    const lines = stackTraceOf({ ...run, steps: run.replay.steps });
    // SSTORE needs more than 2,300 gas to be left (EIP-2200).
    expect(lines.map(({ contract, function: name, line }) => `${contract}.${name}:${line}`)).toEqual([
      'Payer.pay:11',
      'Keeper.<receive>:5',
    ]);
    expect(lines.map(errorSiteText)).toEqual([
      'The contract that was called ran out of gas: it had no more than the stipend of 2,300 gas, as with transfer and send.',
      'Ran out of gas.',
    ]);
  },
);
