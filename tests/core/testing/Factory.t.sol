// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
  struct AccessListItem { address target; bytes32[] storageKeys; }
  function accessList(AccessListItem[] calldata) external;
  function computeCreate2Address(bytes32, bytes32) external pure returns (address);
  function etch(address, bytes calldata) external;
  function getNonce(address) external view returns (uint64);
  function startBroadcast(address) external;
  function startPrank(address) external;
}

contract Made {
  address public maker = msg.sender;
  constructor(uint256 value) payable { require(value != 13, "unlucky"); }
}

contract Deploying {
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  address constant FACTORY = 0x4e59b44847b379578588920cA78FbF26c0B4956C;

  function expected(uint256 value) internal pure returns (address) {
    return vm.computeCreate2Address(bytes32(uint256(7)), keccak256(abi.encodePacked(type(Made).creationCode, value)));
  }
}

/// forge-config: default.always_use_create_2_factory = true
contract FactoryTest is Deploying {
  function test_goesThrough() public {
    Made made = new Made{salt: bytes32(uint256(7)), value: 3}(1);
    require(address(made) == expected(1) && made.maker() == FACTORY && address(made).balance == 3, "elsewhere");
  }

  function test_goesThroughInAPrank() public {
    vm.startPrank(address(0xBEEF));
    require(address(new Made{salt: bytes32(uint256(7))}(2)) == expected(2), "elsewhere");
  }

  function test_fails() public {
    new Made{salt: bytes32(uint256(7))}(13);
  }

  function test_failsWhereSomethingIs() public {
    new Made{salt: bytes32(uint256(7))}(1);
    try new Made{salt: bytes32(uint256(7))}(1) { revert("made twice"); } catch (bytes memory reason) { require(reason.length == 0); }
  }

  function test_isMissing() public {
    vm.etch(FACTORY, "");
    new Made{salt: bytes32(uint256(7))}(1);
  }

  function test_isAnother() public {
    vm.etch(FACTORY, hex"5f5ff3");
    new Made{salt: bytes32(uint256(7))}(1);
  }

  function make() external returns (Made) {
    return new Made{salt: bytes32(uint256(7))}(1);
  }

  function test_deeperOnesDoNot() public {
    require(this.make().maker() == address(this), "through the factory");
  }
}

contract BroadcastTest is Deploying {
  function test_broadcasts() public {
    vm.startBroadcast(address(0xBEEF));
    require(address(new Made{salt: bytes32(uint256(7))}(1)) == expected(1), "elsewhere");
    require(vm.getNonce(address(0xBEEF)) == 1, "not sent");
  }

  function test_doesNot() public {
    require(new Made{salt: bytes32(uint256(7))}(1).maker() == address(this), "through the factory");
  }

  function test_leavesAList() public {
    Vm.AccessListItem[] memory list = new Vm.AccessListItem[](1);
    list[0] = Vm.AccessListItem(FACTORY, new bytes32[](2));
    vm.accessList(list);
    vm.getNonce(FACTORY);
  }

  function test_leavesAListBehindACall() public {
    Vm.AccessListItem[] memory list = new Vm.AccessListItem[](1);
    list[0] = Vm.AccessListItem(FACTORY, new bytes32[](2));
    vm.accessList(list);
    (bool works,) = address(4).call("");
    require(works);
  }
}
