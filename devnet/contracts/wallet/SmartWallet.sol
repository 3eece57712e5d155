// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// What an ordinary account runs after it delegated to it (EIP-7702): several calls in one transaction.
contract SmartWallet {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    event BatchExecuted(uint256 calls);

    error NotSelf(address caller);
    error CallFailed(uint256 index, bytes reason);

    receive() external payable {}

    function executeBatch(Call[] calldata calls) external payable {
        if (msg.sender != address(this)) revert NotSelf(msg.sender);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory reason) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!success) revert CallFailed(i, reason);
        }
        emit BatchExecuted(calls.length);
    }
}
