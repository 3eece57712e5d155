// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Failures} from "./Failures.sol";

/// Replaces whatever a call failed with by a text of its own, as libraries of exchanges do.
library SafeCall {
    function pull(address target, bytes memory data) internal {
        (bool success,) = target.call(data);
        require(success, "SafeCall: PULL_FAILED");
    }
}

/// Keeps a list that only grows in small steps.
library Ladder {
    error TooSteep(uint256 from, uint256 to);

    function climb(uint256[] storage steps, uint256 to) external {
        uint256 from = steps.length == 0 ? 0 : steps[steps.length - 1];
        if (to > from + 10) revert TooSteep(from, to);
        steps.push(to);
    }
}

/// Its constructor takes small numbers only.
contract Child {
    uint256 public immutable number;

    constructor(uint256 number_) {
        require(number_ < 100, "Child: too large");
        number = number_;
    }
}

/// Failures that another failure caused, and failures that say nothing anybody knows.
contract Causes {
    Failures public immutable failures;
    uint256[] private steps;

    constructor(Failures failures_) {
        failures = failures_;
    }

    modifier onlySelf() {
        require(msg.sender == address(this), "Causes: only itself");
        _;
    }

    /// The custom error of the callee is replaced by a text.
    function replace(uint256 code) external {
        SafeCall.pull(address(failures), abi.encodeCall(Failures.customError, (code)));
    }

    /// Revert data that no error of any contract begins with.
    function unknownData() external pure {
        assembly {
            mstore(0, shl(224, 0xdeadbeef))
            revert(0, 4)
        }
    }

    function makeChild(uint256 number) external returns (Child) {
        return new Child(number);
    }

    function climb(uint256 to) external {
        Ladder.climb(steps, to);
    }

    function guarded() external view onlySelf {}
}

/// Events without a name whose text nobody can read back.
contract Whisper {
    event Note(string indexed topic, uint256 at) anonymous;

    function note(string calldata topic) external {
        emit Note(topic, block.number);
    }
}
