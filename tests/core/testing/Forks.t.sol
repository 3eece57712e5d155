// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
  struct Log {
    address emitter; bytes32[] topics; bytes data; bytes32 blockHash; uint64 blockNumber;
    bytes32 transactionHash; uint64 transactionIndex; uint256 logIndex; bool removed;
  }
  function activeFork() external view returns (uint256);
  function createFork(string calldata) external returns (uint256);
  function createFork(string calldata, uint256) external returns (uint256);
  function createSelectFork(string calldata) external returns (uint256);
  function createSelectFork(string calldata, uint256) external returns (uint256);
  function selectFork(uint256) external;
  function rollFork(uint256) external;
  function rollFork(uint256, uint256) external;
  function makePersistent(address) external;
  function isPersistent(address) external view returns (bool);
  function deal(address, uint256) external;
  function prank(address) external;
  function load(address, bytes32) external view returns (bytes32);
  function store(address, bytes32, bytes32) external;
  function roll(uint256) external;
  function snapshotState() external returns (uint256);
  function revertToState(uint256) external returns (bool);
  function rpc(string calldata, string calldata) external returns (bytes memory);
  function eth_getLogs(uint256, uint256, address, bytes32[] calldata) external returns (Log[] memory);
  function getRawBlockHeader(uint256) external view returns (bytes memory);
  function assertEq(uint256, uint256) external pure;
  function assertTrue(bool) external pure;
}

/// Deployed on the chain in block 1; set to 7 in block 2 and to 9 in block 3.
contract Store {
  uint256 public value;
  event Set(uint256 indexed to);
  function set(uint256 to) external { value = to; emit Set(to); }
}

contract ForksTest {
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  Store constant store = Store(0x5FbDB2315678afecb367f032d93F642f64180aa3);
  address constant RICH = 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266;
  address constant POOR = address(uint160(0xC0DE1));
  uint256 early;
  uint256 late;
  uint256 own = 5;

  function setUp() public {
    early = vm.createFork("chain", 2);
    late = vm.createFork("chain", 3);
  }

  function test_reads() public {
    vm.selectFork(early);
    vm.assertEq(store.value(), 7);
    vm.assertEq(block.number, 2);
    vm.assertEq(block.chainid, 31337);
    vm.assertEq(own, 5);
    vm.assertTrue(RICH.balance > 9000 ether);
    vm.assertEq(POOR.balance, 0);
  }

  function test_newest() public {
    vm.createSelectFork("chain");
    vm.assertEq(store.value(), 9);
    vm.assertEq(block.number, 3);
    vm.assertEq(block.gaslimit, 30000000);
  }

  function test_separate() public {
    vm.selectFork(early);
    store.set(70);
    own = 6;
    vm.selectFork(late);
    vm.assertEq(store.value(), 9);
    vm.assertEq(own, 6);
    store.set(90);
    vm.selectFork(early);
    vm.assertEq(store.value(), 70);
    vm.selectFork(late);
    vm.assertEq(store.value(), 90);
    vm.assertEq(vm.activeFork(), late);
  }

  function test_rolls() public {
    vm.selectFork(early);
    store.set(70);
    vm.rollFork(3);
    vm.assertEq(store.value(), 9);
    vm.assertEq(block.number, 3);
    vm.rollFork(late, 2);
    vm.selectFork(late);
    vm.assertEq(store.value(), 7);
  }

  function test_goesAlong() public {
    vm.selectFork(early);
    Store box = new Store();
    box.set(1);
    vm.assertTrue(!vm.isPersistent(address(box)));
    vm.makePersistent(address(box));
    vm.selectFork(late);
    vm.assertEq(box.value(), 1);
    vm.assertTrue(vm.isPersistent(address(this)));
  }

  function test_staysBehind() public {
    vm.selectFork(early);
    Store box = new Store();
    box.set(1);
    vm.selectFork(late);
    vm.assertEq(address(box).code.length, 0);
    vm.selectFork(early);
    vm.assertEq(box.value(), 1);
  }

  function test_madeBefore() public {
    Store box = new Store();
    box.set(1);
    vm.selectFork(early);
    vm.assertEq(box.value(), 1);
  }

  function test_cheats() public {
    vm.selectFork(late);
    vm.deal(RICH, 3);
    vm.assertEq(RICH.balance, 3);
    vm.assertEq(uint256(vm.load(address(store), 0)), 9);
    vm.store(address(store), 0, bytes32(uint256(4)));
    vm.assertEq(store.value(), 4);
    vm.prank(RICH);
    payable(POOR).transfer(2);
    vm.assertEq(RICH.balance, 1);
  }

  function test_keepsBlock() public {
    vm.selectFork(early);
    vm.roll(77);
    vm.selectFork(late);
    vm.assertEq(block.number, 3);
    vm.selectFork(early);
    vm.assertEq(block.number, 77);
  }

  function test_goesBack() public {
    vm.selectFork(early);
    store.set(70);
    uint256 id = vm.snapshotState();
    store.set(71);
    vm.selectFork(late);
    vm.revertToState(id);
    vm.assertEq(vm.activeFork(), early);
    vm.assertEq(store.value(), 70);
  }

  function test_header() public {
    vm.selectFork(late);
    vm.assertTrue(keccak256(vm.getRawBlockHeader(2)) == blockhash(2));
    vm.assertTrue(blockhash(2) != 0);
  }

  function test_asks() public {
    vm.selectFork(late);
    vm.assertEq(uint256(bytes32(vm.rpc("eth_getStorageAt", '["0x5fbdb2315678afecb367f032d93f642f64180aa3","0x0","0x2"]'))), 7);
    bytes32[] memory topics = new bytes32[](1);
    topics[0] = Store.Set.selector;
    Vm.Log[] memory logs = vm.eth_getLogs(1, 3, address(store), topics);
    vm.assertEq(logs.length, 2);
    vm.assertEq(uint256(logs[1].topics[1]), 9);
    vm.assertEq(logs[1].blockNumber, 3);
  }

  function test_noneActive() public view {
    vm.activeFork();
  }

  function test_unknownFork() public {
    vm.selectFork(9);
  }

  function test_wrongValue() public {
    vm.selectFork(early);
    vm.assertEq(store.value(), 8);
  }

  function test_otherEndpoint() public {
    vm.createFork("http://127.0.0.1:9/not-allowed");
  }
}
