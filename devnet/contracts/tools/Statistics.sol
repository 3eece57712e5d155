// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Sums over lists of numbers. External, so it is deployed once and linked (DELEGATECALL).
library Statistics {
    struct Summary {
        uint256 count;
        uint256 sum;
        uint256 smallest;
        uint256 largest;
    }

    event Summarized(uint256 count, uint256 sum);

    function summarize(uint256[] storage values, Summary storage summary) external {
        summary.count = values.length;
        summary.sum = 0;
        summary.smallest = type(uint256).max;
        summary.largest = 0;
        for (uint256 i = 0; i < values.length; i++) {
            uint256 value = values[i];
            summary.sum += value;
            if (value < summary.smallest) summary.smallest = value;
            if (value > summary.largest) summary.largest = value;
        }
        emit Summarized(summary.count, summary.sum);
    }

    function mean(uint256[] memory values) external pure returns (uint256) {
        uint256 sum = 0;
        for (uint256 i = 0; i < values.length; i++) sum += values[i];
        return values.length == 0 ? 0 : sum / values.length;
    }
}

/// A list of measurements and its summary.
contract WeatherStation {
    uint256[] private rainfall;
    Statistics.Summary public summary;

    function report(uint256[] calldata measurements) external returns (uint256 mean) {
        for (uint256 i = 0; i < measurements.length; i++) rainfall.push(measurements[i]);
        Statistics.summarize(rainfall, summary);
        return Statistics.mean(measurements);
    }
}
