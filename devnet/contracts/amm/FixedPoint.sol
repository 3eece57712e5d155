// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Numbers with 64 fractional bits. Internal, so it is inlined into its callers.
library FixedPoint {
    uint256 internal constant ONE = 1 << 64;

    function ratio(uint256 numerator, uint256 denominator) internal pure returns (uint256) {
        return numerator * ONE / denominator;
    }

    /// The integer square root, rounded down (Newton).
    function sqrt(uint256 x) internal pure returns (uint256 root) {
        if (x == 0) return 0;
        root = x;
        uint256 next = x / 2 + 1;
        while (next < root) {
            root = next;
            next = (x / next + next) / 2;
        }
    }
}
