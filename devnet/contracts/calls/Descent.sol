// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Calls itself until `levels` is used up: calls nested as deep as the machine allows (1,024).
contract Descent {
    uint256 public deepest;

    event Reached(uint256 levels);

    function descend(uint256 levels) external {
        deepest = levels;
        this.down(levels);
        emit Reached(levels);
    }

    /// Assembly, because each level leaves only 63/64 of the gas to the next (EIP-150).
    function down(uint256) external payable {
        assembly {
            let left := calldataload(4)
            if left {
                mstore(0, 0x008d7854)
                mstore(32, sub(left, 1))
                if iszero(call(gas(), address(), 0, 28, 36, 0, 0)) { revert(0, 0) }
            }
            stop()
        }
    }
}
