// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
  struct Log { bytes32[] topics; bytes data; address emitter; }
  function envBytes32(string calldata) external view returns (bytes32);
  function createFork(string calldata) external returns (uint256);
  function createFork(string calldata, uint256) external returns (uint256);
  function createFork(string calldata, bytes32) external returns (uint256);
  function createSelectFork(string calldata) external returns (uint256);
  function createSelectFork(string calldata, uint256) external returns (uint256);
  function createSelectFork(string calldata, bytes32) external returns (uint256);
  function selectFork(uint256) external;
  function rollFork(bytes32) external;
  function rollFork(uint256, bytes32) external;
  function rollFork(uint256) external;
  function rollFork(uint256, uint256) external;
  function transact(bytes32) external;
  function transact(uint256, bytes32) external;
  function recordLogs() external;
  function getRecordedLogs() external returns (Log[] memory);
  function expectEmit() external;
  function expectCall(address, bytes calldata) external;
  function deal(address, uint256) external;
  function roll(uint256) external;
  function assertEq(uint256, uint256) external pure;
  function assertEq(address, address) external pure;
  function assertTrue(bool) external pure;
}

/// Made in block 1. Block 2: set(7), set(8), 3 wei to a stranger, a creation, and set(0), which reverts. Block 3: set(9).
/// A transaction with set(10) waits.
contract Store {
  uint256 public value;
  uint256 public count;
  event Set(uint256 indexed to);
  function set(uint256 to) external {
    require(to != 0, 'nothing');
    value = value * 100 + to;
    count++;
    emit Set(to);
  }
  receive() external payable {}
}

contract ForksAtTest {
  event Set(uint256 indexed to);
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  Store constant store = Store(payable(0x5FbDB2315678afecb367f032d93F642f64180aa3));
  address constant POOR = address(uint160(0xC0DE1));
  address constant SECOND = 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC;
  bytes32 first = vm.envBytes32("FIRST");
  bytes32 second = vm.envBytes32("SECOND");
  bytes32 pays = vm.envBytes32("PAYS");
  bytes32 makes = vm.envBytes32("MAKES");
  bytes32 fails = vm.envBytes32("FAILS");
  bytes32 later = vm.envBytes32("LATER");
  bytes32 waits = vm.envBytes32("WAITS");
  address maker = 0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65;
  uint256 own = 5;

  function test_first() public {
    vm.createSelectFork("chain", first);
    vm.assertEq(store.value(), 0);
    vm.assertEq(block.number, 2);
    vm.assertEq(own, 5);
  }

  function test_second() public {
    vm.createSelectFork("chain", second);
    vm.assertEq(store.value(), 7);
    vm.assertEq(store.count(), 1);
    vm.assertEq(block.number, 2);
    vm.assertEq(POOR.balance, 0);
  }

  function test_blockFields() public {
    vm.createSelectFork("chain", 2);
    uint256 time = block.timestamp;
    uint256 fee = block.basefee;
    uint256 limit = block.gaslimit;
    vm.createSelectFork("chain", second);
    vm.assertEq(block.timestamp, time);
    vm.assertEq(block.basefee, fee);
    vm.assertEq(block.gaslimit, limit);
    vm.assertEq(block.chainid, 31337);
  }

  function test_createThenSelect() public {
    uint256 id = vm.createFork("chain", pays);
    uint256 other = vm.createFork("chain", later);
    vm.selectFork(id);
    vm.assertEq(store.value(), 708);
    vm.assertEq(POOR.balance, 0);
    store.set(1);
    vm.selectFork(other);
    vm.assertEq(store.value(), 708);
    vm.assertEq(POOR.balance, 3);
    vm.assertEq(block.number, 3);
    vm.selectFork(id);
    vm.assertEq(store.value(), 70801);
  }

  function test_afterAll() public {
    vm.createSelectFork("chain", fails);
    vm.assertEq(POOR.balance, 3);
    vm.assertEq(Store(payable(made())).count(), 0);
    vm.assertTrue(made().code.length > 0);
  }

  function made() private view returns (address) {
    return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xd6), bytes1(0x94), maker, bytes1(0x80))))));
  }

  function test_rolls() public {
    vm.createSelectFork("chain");
    vm.assertEq(store.value(), 70809);
    vm.rollFork(second);
    vm.assertEq(store.value(), 7);
    vm.assertEq(block.number, 2);
    vm.rollFork(3);
    vm.assertEq(store.value(), 70809);
  }

  function test_rollsOther() public {
    uint256 id = vm.createFork("chain");
    vm.createSelectFork("chain", 1);
    vm.rollFork(id, pays);
    vm.assertEq(store.value(), 0);
    vm.selectFork(id);
    vm.assertEq(store.value(), 708);
    vm.assertEq(block.number, 2);
  }

  function test_transacts() public {
    vm.createSelectFork("chain", second);
    vm.transact(second);
    vm.assertEq(store.value(), 708);
    vm.transact(pays);
    vm.assertEq(POOR.balance, 3);
    vm.transact(makes);
    vm.assertTrue(made().code.length > 0);
    vm.transact(fails);
    vm.assertEq(store.count(), 2);
  }

  function test_transactsTwice() public {
    vm.createSelectFork("chain", second);
    vm.transact(second);
    vm.transact(second);
    vm.assertEq(store.value(), 70808);
  }

  function test_pays() public {
    vm.createSelectFork("chain", pays);
    uint256 left = SECOND.balance;
    vm.createSelectFork("chain", second);
    vm.assertTrue(SECOND.balance > left);
    vm.transact(second);
    vm.assertEq(SECOND.balance, left);
  }

  function test_seesOwnChanges() public {
    vm.createSelectFork("chain", second);
    store.set(33);
    vm.transact(second);
    vm.assertEq(store.value(), 73308);
    vm.assertEq(store.count(), 3);
  }

  function test_keepsBlock() public {
    vm.createSelectFork("chain", second);
    vm.roll(77);
    vm.transact(later);
    vm.assertEq(block.number, 77);
    vm.assertEq(store.value(), 709);
  }

  function test_records() public {
    vm.createSelectFork("chain", second);
    vm.recordLogs();
    vm.transact(second);
    Vm.Log[] memory logs = vm.getRecordedLogs();
    vm.assertEq(logs.length, 1);
    vm.assertEq(logs[0].emitter, address(store));
    vm.assertEq(uint256(logs[0].topics[1]), 8);
  }

  function test_expects() public {
    vm.createSelectFork("chain", second);
    vm.expectCall(address(store), abi.encodeCall(Store.set, (8)));
    vm.expectEmit();
    emit Set(8);
    vm.transact(second);
  }

  function test_expectsAnother() public {
    vm.createSelectFork("chain", second);
    vm.expectEmit();
    emit Set(9);
    vm.transact(second);
  }

  function test_transactsOnOther() public {
    uint256 id = vm.createFork("chain", second);
    vm.createSelectFork("chain", 3);
    vm.transact(id, second);
    vm.selectFork(id);
    vm.assertEq(store.value(), 708);
  }

  function test_undoes() public {
    vm.createSelectFork("chain", second);
    try this.transactAndRevert() {} catch {}
    vm.assertEq(store.value(), 7);
  }

  function transactAndRevert() external {
    vm.transact(second);
    revert();
  }

  function test_unknown() public {
    vm.createSelectFork("chain", bytes32(uint256(1)));
  }

  function test_unknownRoll() public {
    vm.createSelectFork("chain");
    vm.rollFork(bytes32(uint256(1)));
  }

  function test_unknownTransact() public {
    vm.createSelectFork("chain");
    vm.transact(bytes32(uint256(1)));
  }

  function test_noFork() public {
    vm.transact(second);
  }

  function test_noForkToRoll() public {
    vm.rollFork(second);
  }

  function test_otherFork() public {
    vm.transact(9, second);
  }

  function test_otherForkToRoll() public {
    vm.rollFork(9, second);
  }

  function test_otherForkToRollTo() public {
    vm.rollFork(9, 2);
  }

  function test_waits() public {
    vm.createSelectFork("chain", waits);
    vm.assertEq(store.value(), 0);
  }

  function test_transactWaiting() public {
    vm.createSelectFork("chain");
    vm.transact(waits);
    vm.assertEq(store.value(), 7080910);
  }

  function test_unpaid() public {
    vm.createSelectFork("chain", second);
    vm.deal(SECOND, 1);
    vm.transact(second);
  }

  function test_selectsAgain() public {
    uint256 id = vm.createFork("chain", 1);
    uint256 other = vm.createFork("chain", 2);
    vm.selectFork(id);
    vm.assertEq(store.value(), 0);
    vm.assertEq(POOR.balance, 0);
    store.set(1);
    vm.selectFork(other);
    vm.assertEq(store.value(), 708);
    vm.assertEq(POOR.balance, 3);
    vm.assertEq(block.number, 2);
    vm.selectFork(id);
    vm.assertEq(store.value(), 1);
  }
}
