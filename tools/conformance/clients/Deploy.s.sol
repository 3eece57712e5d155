// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Counter} from "../src/Counter.sol";

interface Vm {
    function envUint(string calldata name) external returns (uint256);
    function startBroadcast(uint256 key) external;
    function stopBroadcast() external;
}

/// A script of forge: three transactions, sent one after the other.
contract Deploy {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bool public constant IS_SCRIPT = true;

    function run() external {
        vm.startBroadcast(vm.envUint("KEY"));
        Counter counter = new Counter(7);
        counter.set(42);
        counter.set(43);
        vm.stopBroadcast();
        require(counter.number() == 43, "the script's own execution");
    }
}
