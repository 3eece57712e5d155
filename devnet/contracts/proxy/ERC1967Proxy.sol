// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// The storage slots of ERC-1967, where explorers look for what a proxy runs.
library ERC1967 {
    /// keccak256("eip1967.proxy.implementation") - 1
    bytes32 internal constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    /// keccak256("eip1967.proxy.beacon") - 1
    bytes32 internal constant BEACON = 0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50;

    function read(bytes32 slot) internal view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function write(bytes32 slot, address value) internal {
        assembly {
            sstore(slot, value)
        }
    }
}

/// Hands every call to another contract's code (DELEGATECALL) and its answer back.
abstract contract Delegator {
    function _implementation() internal view virtual returns (address);

    function _delegate() internal {
        address implementation = _implementation();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    fallback() external payable {
        _delegate();
    }

    receive() external payable {
        _delegate();
    }
}

/// A proxy whose implementation upgrades itself (UUPS, ERC-1822 and ERC-1967).
contract ERC1967Proxy is Delegator {
    event Upgraded(address indexed implementation);

    constructor(address implementation, bytes memory setUp) {
        ERC1967.write(ERC1967.IMPLEMENTATION, implementation);
        emit Upgraded(implementation);
        (bool success,) = implementation.delegatecall(setUp);
        require(success, "ERC1967Proxy: set-up failed");
    }

    function _implementation() internal view override returns (address) {
        return ERC1967.read(ERC1967.IMPLEMENTATION);
    }
}
