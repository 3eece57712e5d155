// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Numbers as decimal text.
library Decimal {
    function toText(uint256 value) internal pure returns (string memory) {
        if (value == 0) return "0";
        uint256 digits = 0;
        for (uint256 rest = value; rest != 0; rest /= 10) digits++;
        bytes memory text = new bytes(digits);
        for (uint256 rest = value; rest != 0; rest /= 10) text[--digits] = bytes1(uint8(48 + rest % 10));
        return string(text);
    }
}
