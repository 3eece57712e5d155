// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC1967} from "./ERC1967Proxy.sol";

/// The half of a UUPS proxy that lives in the implementation.
abstract contract UUPSUpgradeable {
    event Upgraded(address indexed implementation);

    error NotUUPS(address implementation);

    function proxiableUUID() external pure returns (bytes32) {
        return ERC1967.IMPLEMENTATION;
    }

    function upgradeToAndCall(address implementation, bytes calldata call) external payable {
        _authorizeUpgrade();
        try UUPSUpgradeable(implementation).proxiableUUID() returns (bytes32 slot) {
            if (slot != ERC1967.IMPLEMENTATION) revert NotUUPS(implementation);
        } catch {
            revert NotUUPS(implementation);
        }
        ERC1967.write(ERC1967.IMPLEMENTATION, implementation);
        emit Upgraded(implementation);
        if (call.length == 0) return;
        (bool success, bytes memory reason) = implementation.delegatecall(call);
        if (!success) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    function _authorizeUpgrade() internal view virtual;
}
