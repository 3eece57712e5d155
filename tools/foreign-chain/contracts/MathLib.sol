// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A library that is linked and called, with a parameter in storage.
library MathLib {
    error TooBig(uint256 sum, uint256 most);

    function capped(uint256[] storage all, uint256 amount, uint256 most) public view returns (uint256 sum) {
        for (uint256 i = 0; i < all.length; i++) sum += all[i];
        if (amount > most) revert TooBig(sum, most); // fails: tooBig
    }
}
