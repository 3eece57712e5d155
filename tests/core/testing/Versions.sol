// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;

interface Vm {
    function getCode(string calldata name) external view returns (bytes memory);
    function getDeployedCode(string calldata name) external view returns (bytes memory);
    function deployCode(string calldata name) external returns (address);
}

library Sums {
    function sum(uint256 a, uint256 b) public pure returns (uint256) {
        return a + b;
    }
}

contract Box {
    uint256 public value = Sums.sum(3, 4);
}

contract Plain {
    uint256 public value = 7;
}

contract Versions {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function test_hasItsOwn() public view {
        require(keccak256(vm.getCode("Plain")) == keccak256(type(Plain).creationCode), "creation");
        require(keccak256(vm.getDeployedCode("Versions.sol:Plain")) == keccak256(type(Plain).runtimeCode), "runtime");
    }

    function test_hasBothByVersion() public {
        require(keccak256(vm.getCode("Plain:0.8.4")) != keccak256(vm.getCode("Plain:0.8.37")), "one");
        require(Plain(vm.deployCode("Plain:0.8.4")).value() == 7, "other");
    }

    function test_hasNoOther() public view {
        vm.getCode("Plain:0.8.20");
    }

    function test_links() public {
        require(new Box().value() == 7, "sum");
    }
}
