// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Base {
    constructor() {}

    modifier open() virtual {
        _;
    }
}

contract Counted is Base {
    uint256 public left;

    constructor() Base() {}

    receive() external payable {}

    fallback() external payable {
        left = msg.data.length;
    }

    function nothing() external open {}

    function smaller(uint256 a, uint256 b) external pure returns (uint256 r) {
        assembly {
            switch lt(a, b)
            case 1 {
                r := a
            }
            default {
                r := b
            }
        }
    }
}
