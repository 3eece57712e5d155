// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Sends its ether away and, when it was created in the same transaction, disappears (EIP-6780).
contract Ephemeral {
    constructor() payable {}

    function end(address payable to) external {
        selfdestruct(to);
    }
}

/// Creates, uses and destroys contracts.
contract Undertaker {
    event Buried(address indexed ephemeral);

    /// Created and destroyed within one transaction: the code is gone afterwards.
    function brief(address payable to) external payable {
        Ephemeral ephemeral = new Ephemeral{value: msg.value}();
        ephemeral.end(to);
        emit Buried(address(ephemeral));
    }
}
