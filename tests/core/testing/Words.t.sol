// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function envOr(string calldata name, string calldata delimiter, uint256[] calldata otherwise)
        external
        view
        returns (uint256[] memory);
    function envOr(string calldata name, uint256 otherwise) external view returns (uint256);
    function envString(string calldata name) external view returns (string memory);
    function envUint(string calldata name, string calldata delimiter) external view returns (uint256[] memory);
    function setEnv(string calldata name, string calldata value) external;
    function signP256(uint256 key, bytes32 digest) external pure returns (bytes32 r, bytes32 s);
}

contract Words {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function test_aVariableThatIsMissing() public view {
        vm.envString("LOUPE_MISSING");
    }

    function test_aListInAVariable() public {
        vm.setEnv("LOUPE_LIST", "1, 2 ,3");
        uint256[] memory found = vm.envUint("LOUPE_LIST", ",");
        require(found.length == 3 && found[0] == 1 && found[1] == 2 && found[2] == 3, "trimmed");
    }

    function test_anotherValue() public {
        vm.setEnv("LOUPE_WORD", "word");
        require(vm.envOr("LOUPE_WORD", uint256(5)) == 5, "is no number");
        require(vm.envOr("LOUPE_WORD", ",", new uint256[](2)).length == 2, "is no list of numbers");
    }

    function test_noCheatcode() public {
        (bool success, bytes memory answer) = address(vm).call(hex"0102");
        require(!success, "nothing is called");
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    function test_signsWithTheLowerOfTwo() public pure {
        (bytes32 r, bytes32 s) = vm.signP256(
            0x03d99692017473e2d631945a812607b23269d85721e0f370b8d3e7d29a874fd2,
            0x425c49c70fd37d36cf1fe6845822d9d93c4be88bad8841255812bfc681568f71
        );
        require(r == 0x5ab197e8e270e752a34f79c90cff44cf633c0bdf6bffb5c1fc109a6684653897, "r");
        require(s == 0x507d9a0447a79d1cede4276b68ff65cac5f8bf8c6d57fc7adfb6ded6221cb892, "s");
    }
}
