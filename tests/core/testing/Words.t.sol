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
}
