// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
  function etch(address, bytes calldata) external;
  function setEvmVersion(string calldata) external;
  function getEvmVersion() external pure returns (string memory);
  function expectEmit() external;
  function computeCreateAddress(address, uint256) external pure returns (address);
  function skip(bool, string calldata) external;
  function startPrank(address) external;
  function store(address, bytes32, bytes32) external;
  function pauseGasMetering() external;
  function resumeGasMetering() external;
}

contract Emitter {
  event Made(uint256 by);
  constructor(uint256 by) { emit Made(by); }
  function make(uint256 by) external { emit Made(by); }
}

contract RulesTest {
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  address constant CODE = address(0xC0DE);
  event Made(uint256 by);

  function setUp() public {
    // PUSH0 PUSH0 RETURN: PUSH0 came with Shanghai (EIP-3855).
    vm.etch(CODE, hex"5f5ff3");
  }

  function test_version() public {
    (bool works,) = CODE.call("");
    require(works, "osaka has PUSH0");
    vm.setEvmVersion("paris");
    require(keccak256(bytes(vm.getEvmVersion())) == keccak256("merge"), "not told");
    (works,) = CODE.call{gas: 50_000}("");
    require(!works, "paris has no PUSH0");
    vm.setEvmVersion("shanghai");
    (works,) = CODE.call("");
    require(works, "shanghai has PUSH0");
  }

  function test_lastNonce() public pure {
    require(vm.computeCreateAddress(CODE, type(uint64).max) != address(0), "none");
    vm.computeCreateAddress(CODE, uint256(type(uint64).max) + 1);
  }

  function test_noVersion() public {
    vm.setEvmVersion("tangier");
  }

  /// forge-config: default.evm_version = "paris"
  function test_versionOfOne() public {
    // This code was compiled for Osaka: it begins with an instruction that Paris does not have.
  }

  function test_emitsOfConstructors() public {
    vm.expectEmit();
    emit Made(1);
    Emitter emitter = new Emitter(1);
    vm.expectEmit();
    emit Made(2);
    new Emitter(2);
    vm.expectEmit();
    emit Made(3);
    emitter.make(3);
  }

  function test_missingEmit() public {
    vm.expectEmit();
    emit Made(1);
    new Emitter(1);
    vm.expectEmit();
    emit Made(2);
    new Emitter(3);
  }
}

contract SkippedTest {
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  function setUp() public { vm.skip(true, "not today"); }
  function test_nothing() public pure {}
}

contract InvalidTest {
  function test_invalid() external pure { assembly { invalid() } }
}

/// Its code is one byte that no fork defines.
contract UndefinedTest {
  constructor() { assembly { mstore8(0, 0x0c) return(0, 1) } }
  function test_undefined() external {}
}

/// Its code is DUPN of Amsterdam (EIP-8024).
contract LaterTest {
  constructor() { assembly { mstore8(0, 0xe6) return(0, 1) } }
  function test_later() external {}
}

contract Sizes {
  constructor() { sizeOf(msg.sender); }
  function sizeOf(address account) public view returns (uint256) { return account.code.length; }
}

/// A prank of setUp: who calls instead is warm in each test, since the first call.
contract PrankedTest {
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  Sizes sizes;
  function setUp() public { sizes = new Sizes(); vm.startPrank(address(0xBEEF)); }
  function test_prankedCall() public view { sizes.sizeOf(address(0xBEEF)); }
  function test_prankedCreation() public { new Sizes(); }
  function test_otherCall() public view { sizes.sizeOf(address(0xBEEE)); }
}

contract Slots {
  uint256[6] all;
  function fill() external { for (uint256 at = 0; at < 6; at++) all[at] = 7; }
  function clear() external { delete all; }
}

contract RefundsTest {
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  Slots slots = new Slots();
  Slots filled = new Slots();
  function setUp() public { filled.fill(); }

  /// What was cleared without gas is written again, which takes back a refund that nobody got.
  function test_belowZero() public {
    for (uint256 at = 0; at < 6; at++) vm.store(address(filled), bytes32(at), 0);
    filled.fill();
  }

  /// A frame gives back more than it took, because what it clears was written while no gas was counted.
  function test_beyondUse() public {
    vm.pauseGasMetering();
    slots.fill();
    vm.resumeGasMetering();
    slots.clear();
  }
}
