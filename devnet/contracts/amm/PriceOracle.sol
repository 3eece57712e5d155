// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Remembers the last price of each pair, and refuses to answer when it is too old.
contract PriceOracle {
    struct Observation {
        uint64 seenAt;
        uint192 price;
    }

    uint256 public constant MAX_AGE = 1 hours;
    mapping(address pair => Observation) public last;

    error StalePrice(uint256 age, uint256 maxAge);
    error NoPrice(address pair);

    event Observed(address indexed pair, uint256 price);

    function record(uint256 price) external {
        last[msg.sender] = Observation(uint64(block.timestamp), uint192(price));
        emit Observed(msg.sender, price);
    }

    function freshPrice(address pair) external view returns (uint256) {
        Observation memory seen = last[pair];
        if (seen.seenAt == 0) revert NoPrice(pair);
        uint256 age = block.timestamp - seen.seenAt;
        if (age > MAX_AGE) revert StalePrice(age, MAX_AGE);
        return seen.price;
    }
}
