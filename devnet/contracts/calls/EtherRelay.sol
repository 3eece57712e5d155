// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Passes ether along a chain of relays, each of which keeps a tenth.
contract EtherRelay {
    EtherRelay public immutable next;
    address payable public immutable last;

    event Passed(uint256 received, uint256 kept);

    error LastRefused(address account);

    constructor(EtherRelay next_, address payable last_) {
        next = next_;
        last = last_;
    }

    function pass() external payable {
        uint256 kept = msg.value / 10;
        emit Passed(msg.value, kept);
        if (address(next) != address(0)) {
            next.pass{value: msg.value - kept}();
        } else {
            (bool sent,) = last.call{value: msg.value - kept}("");
            if (!sent) revert LastRefused(last);
        }
    }
}
