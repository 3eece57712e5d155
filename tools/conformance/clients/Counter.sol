// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Counter {
    uint256 public number;

    event NumberSet(address indexed who, uint256 value);
    error TooLarge(uint256 value);

    constructor(uint256 start) {
        number = start;
    }

    function set(uint256 value) external payable {
        if (value > 100) revert TooLarge(value);
        number = value;
        emit NumberSet(msg.sender, value);
    }
}
