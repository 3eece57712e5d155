// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A payment order that goes through four contracts, the last of which refuses.
contract Ledger {
    mapping(address account => uint256) public limitOf;

    error LimitExceeded(address account, uint256 limit, uint256 wanted);

    function setLimit(address account, uint256 limit) external {
        limitOf[account] = limit;
    }

    function book(address account, uint256 amount) external view {
        uint256 limit = limitOf[account];
        if (amount > limit) revert LimitExceeded(account, limit, amount);
    }
}

contract Clearing {
    Ledger public immutable ledger;

    error ClearingFailed(bytes32 reference_, bytes reason);

    constructor(Ledger ledger_) {
        ledger = ledger_;
    }

    function clear(bytes32 reference_, address account, uint256 amount) external view {
        try ledger.book(account, amount) {} catch (bytes memory reason) {
            revert ClearingFailed(reference_, reason);
        }
    }
}

contract Broker {
    Clearing public immutable clearing;

    error BrokerRefused(address account, bytes reason);

    constructor(Clearing clearing_) {
        clearing = clearing_;
    }

    /// Wraps the reason in an error of its own.
    function order(address account, uint256 amount) external view {
        try clearing.clear(keccak256(abi.encode(account, amount)), account, amount) {} catch (bytes memory reason) {
            revert BrokerRefused(account, reason);
        }
    }

    /// Lets the error of the ledger through as it is.
    function orderPlainly(address account, uint256 amount) external view {
        clearing.ledger().book(account, amount);
    }
}

contract Desk {
    Broker public immutable broker;
    uint256 public orders;

    error OrderFailed(uint256 id, bytes reason);

    event Ordered(uint256 indexed id, address indexed account, uint256 amount);

    constructor(Broker broker_) {
        broker = broker_;
    }

    function place(uint256 amount) external {
        uint256 id = ++orders;
        try broker.order(msg.sender, amount) {} catch (bytes memory reason) {
            revert OrderFailed(id, reason);
        }
        emit Ordered(id, msg.sender, amount);
    }

    function placePlainly(uint256 amount) external {
        uint256 id = ++orders;
        broker.orderPlainly(msg.sender, amount);
        emit Ordered(id, msg.sender, amount);
    }
}
