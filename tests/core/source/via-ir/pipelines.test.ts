/** The lines of a failure are the same whichever way a contract was compiled. */
import { expect, test } from 'vitest';
import { stackTraceOf } from '../../../../src/core/source/errors/stack-trace';
import { target } from '../../../../tools/conformance/solidity/targets';
import { runSource } from '../../../helpers/source-run';

const SOURCE = `pragma solidity ^0.8.20;
library Maths {
  error Overflowed(uint a, uint b);
  function scaled(uint a, uint b) internal pure returns (uint) {
    if (b != 0 && a > type(uint).max / b) revert Overflowed(a, b);
    return a * b / 100;
  }
}
interface Hook { function hook(uint a) external returns (uint); }
abstract contract Owned {
  address owner = msg.sender;
  mapping(address => bool) banned;
  error NotOwner(address who);
  modifier onlyOwner() {
    _checkOwner();
    _;
  }
  modifier counted(uint a) {
    uint before = a * 2;
    _;
    require(before < 1000, "too many");
  }
  function _checkOwner() internal view virtual {
    if (msg.sender == owner) revert NotOwner(msg.sender);
  }
  function _before(address from, uint amount) internal virtual {
    require(!banned[from], "banned");
    amount;
  }
}
contract Token is Owned {
  using Maths for uint;
  enum Mode { Off, On }
  struct Lot { uint128 size; uint128 left; }
  mapping(address => uint) balances;
  Lot[] lots;
  uint fee;
  error TooLittle(uint has, uint wants);
  function mint(uint amount) external onlyOwner {
    balances[msg.sender] += amount;
  }
  function _before(address from, uint amount) internal override {
    super._before(from, amount);
    if (balances[from] < amount) revert TooLittle(balances[from], amount);
  }
  function move(address to, uint amount) external counted(amount) returns (bool) {
    _move(msg.sender, to, amount);
    return true;
  }
  function _move(address from, address to, uint amount) private {
    require(to != address(0), "to nobody");
    require(from != to, "to oneself");
    if (amount > 0 && amount < 600) _before(from, amount + 1);
    uint part = amount.scaled(fee);
    balances[to] += amount - part;
  }
  function lot(uint index) public view returns (uint) {
    return lots[index].left;
  }
  function share(uint total, uint parts) external pure returns (uint) {
    unchecked { total += 1; }
    uint each = total / parts;
    return each - 1;
  }
  function mode(uint a) external pure returns (Mode) {
    return Mode(a);
  }
  function sum(uint[] calldata list, uint limit) external pure returns (uint total) {
    for (uint i = 0; i < list.length; i++) {
      total += list[i];
      require(total < limit);
    }
    assert(total != 7);
    for (uint i = 0; i <= list.length; i++) {
      if (total == 9 && i > 1) total -= list[i];
    }
    require(total != 4);
  }
  function ask(Hook hook, uint a) external returns (uint) {
    uint answer = hook.hook(a);
    return answer + 1;
  }
  function tried(Hook hook) external returns (uint) {
    try this.lot(3) returns (uint left) {
      return left;
    } catch {
      fee = 5;
      revert("lot is gone");
    }
  }
  function quiet(uint a) external view {
    if (a == 1) revert();
    if (a == 2) { require(fee > 0); }
    _quiet(a);
    if (a == 3) revert();
  }
  function _quiet(uint a) internal view {
    if (a == 4) {
      require(fee != 0);
    } else if (a == 5) {
      revert();
    }
  }
  function raw(uint a) external pure {
    assembly {
      if eq(a, 3) {
        mstore(0, 1)
        revert(0, 0)
      }
      mstore(0, 2)
      revert(0, 32)
    }
  }
}`;

const NOBODY = `0x${'00'.repeat(20)}`;
const SOMEBODY = `0x${'00'.repeat(19)}77`;

const CASES: [string, unknown[], string[]][] = [
  ['mint', [1n], ['call mint 39', 'call onlyOwner 15', 'customError _checkOwner 24 NotOwner']],
  ['move', [NOBODY, 1n], ['call move 47', 'revert _move 51 to nobody']],
  ['move', [SOMEBODY, 4n], ['call move 47', 'call _move 53', 'customError _before 44 TooLittle']],
  ['move', [SOMEBODY, 600n], ['call move 46', 'revert counted 21 too many']],
  ['move', [SOMEBODY, 2n ** 255n], ['call move 46', 'panic counted 19 11']],
  ['lot', [1n], ['panic lot 58 32']],
  ['share', [3n, 0n], ['panic share 62 12']],
  ['share', [3n, 10n], ['panic share 63 11']],
  ['mode', [2n], ['panic mode 66 21']],
  ['sum', [[1n, 2n], 3n], ['revert sum 71']],
  ['sum', [[1n, 2n ** 256n - 1n], 3n], ['panic sum 70 11']],
  ['sum', [[3n, 4n], 30n], ['panic sum 73 1']],
  ['sum', [[5n, 4n], 30n], ['panic sum 75 32']],
  ['sum', [[4n], 30n], ['revert sum 77']],
  ['ask', [SOMEBODY, 4n], ['notAContract ask 80']],
  ['tried', [SOMEBODY], ['revert tried 88 lot is gone']],
  ['quiet', [1n], ['revert quiet 92']],
  ['quiet', [2n], ['revert quiet 93']],
  ['quiet', [3n], ['revert quiet 95']],
  ['quiet', [4n], ['call quiet 94', 'revert _quiet 99']],
  ['quiet', [5n], ['call quiet 94', 'revert _quiet 101']],
  ['raw', [3n], ['revert raw 108']],
  ['raw', [4n], ['revert raw 111']],
];

const PIPELINES = [
  { optimizer: false, viaIR: false },
  { optimizer: true, viaIR: false },
  { optimizer: false, viaIR: true },
  { optimizer: true, viaIR: true },
];

test.each(PIPELINES)('lines of failures, optimizer $optimizer, via IR $viaIR', ({ optimizer, viaIR }) => {
  const found = CASES.map(([name, args]) => {
    const run = runSource(SOURCE, 'Token', target('0.8.37', optimizer, viaIR), [{ name, args }]);
    const lines = stackTraceOf({ ...run, steps: run.replay.steps });
    return `${name}: ${lines.map((line) => `${line.kind} ${line.function} ${line.line} ${line.error?.name ?? ''}${line.message}${line.panicCode}`.trim()).join(' > ')}`;
  });
  expect(found).toEqual(CASES.map(([name, , lines]) => `${name}: ${lines.join(' > ')}`));
});
