// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function getNonce(address account) external view returns (uint64);
    function toString(address value) external view returns (string memory);
    function toString(uint256 value) external view returns (string memory);
    function startBroadcast() external;
}

contract Sized {
    constructor(uint256 size) {
        assembly { return(0, size) }
    }
}

contract Target {
    function act() external {}
}

contract Callers {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address maker = msg.sender;
    address preparer;

    function setUp() public {
        preparer = msg.sender;
        new Target();
    }

    function tell(string memory first, string memory second) internal pure {
        revert(string.concat(first, " ", second));
    }

    function test_broadcast() public {
        vm.startBroadcast();
        tell(vm.toString(address(new Sized(1))), vm.toString(vm.getNonce(msg.sender)));
    }

    function test_caller() public view {
        tell(vm.toString(msg.sender), vm.toString(tx.origin));
    }

    function test_gas() public view {
        tell(vm.toString(gasleft() / 1_000_000), vm.toString(block.gaslimit));
    }

    function test_large() public {
        new Sized(30_000);
    }

    function test_larger() public {
        new Sized(30_001);
    }

    function test_makers() public view {
        tell(vm.toString(maker), vm.toString(preparer));
    }

    function test_wealth() public view {
        tell(vm.toString(msg.sender.balance), vm.toString(preparer.balance));
    }

    function invariant_caller() public view {
        tell(vm.toString(msg.sender), vm.toString(tx.origin));
    }
}
