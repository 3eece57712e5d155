// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Delegator, ERC1967} from "./ERC1967Proxy.sol";

/// Tells any number of proxies what to run, so that all are upgraded at once.
contract Beacon {
    address public implementation;
    address public immutable owner;

    event Upgraded(address indexed implementation);

    error NotOwner(address caller);

    constructor(address implementation_) {
        owner = msg.sender;
        implementation = implementation_;
        emit Upgraded(implementation_);
    }

    function upgradeTo(address next) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        implementation = next;
        emit Upgraded(next);
    }
}

/// A proxy that asks a beacon for its implementation at every call.
contract BeaconProxy is Delegator {
    event BeaconUpgraded(address indexed beacon);

    constructor(address beacon) {
        ERC1967.write(ERC1967.BEACON, beacon);
        emit BeaconUpgraded(beacon);
    }

    function _implementation() internal view override returns (address) {
        return Beacon(ERC1967.read(ERC1967.BEACON)).implementation();
    }
}

/// What the beacon's proxies run: a counter that remembers who counted.
contract TallyV1 {
    uint256 public count;
    address public lastCaller;

    event Counted(address indexed caller, uint256 count);

    function tally() external virtual {
        count += 1;
        lastCaller = msg.sender;
        emit Counted(msg.sender, count);
    }
}

/// The beacon's second implementation counts in tens.
contract TallyV2 is TallyV1 {
    function tally() external override {
        count += 10;
        lastCaller = msg.sender;
        emit Counted(msg.sender, count);
    }
}
