// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Deploys any code at an address that follows from the code and a salt (EIP-1014).
contract Create2Factory {
    event Deployed(address indexed instance, bytes32 indexed salt);

    error DeploymentFailed(bytes32 salt);

    function deploy(bytes32 salt, bytes memory code) external payable returns (address instance) {
        assembly {
            instance := create2(callvalue(), add(code, 32), mload(code), salt)
        }
        if (instance == address(0)) revert DeploymentFailed(salt);
        emit Deployed(instance, salt);
    }

    function addressOf(bytes32 salt, bytes32 codeHash) external view returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), salt, codeHash)))));
    }
}

/// A small purse, deployed by the factory above.
contract Purse {
    address public immutable keeper;
    string public motto;

    constructor(address keeper_, string memory motto_) payable {
        keeper = keeper_;
        motto = motto_;
    }
}
