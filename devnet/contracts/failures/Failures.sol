// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Every way a call can fail, one function each.
contract Failures {
    enum Mood {
        Calm,
        Cross
    }

    uint256[] private list;
    uint256 public counter;

    error Refused(address caller, uint256 code, string reason);

    function requireString(uint256 amount) external pure {
        require(amount < 100, "Failures: amount must stay below 100");
    }

    function requireWithoutText() external pure {
        require(false);
    }

    function customError(uint256 code) external view {
        revert Refused(msg.sender, code, "because the demo says so");
    }

    /// Panic 0x01.
    function failedAssertion() external view {
        assert(counter > 1_000_000);
    }

    /// Panic 0x11.
    function overflow(uint8 a, uint8 b) external pure returns (uint8) {
        return a + b;
    }

    /// Panic 0x12.
    function divide(uint256 a, uint256 b) external pure returns (uint256) {
        return a / b;
    }

    /// Panic 0x21.
    function mood(uint8 value) external pure returns (Mood) {
        return Mood(value);
    }

    /// Panic 0x31.
    function popEmpty() external {
        list.pop();
    }

    /// Panic 0x32.
    function elementAt(uint256 index) external view returns (uint256) {
        return list[index];
    }

    /// Runs until the gas is gone.
    function burnAllGas() external {
        while (true) counter++;
    }

    /// The INVALID opcode takes all gas and says nothing.
    function invalidOpcode() external pure {
        assembly {
            invalid()
        }
    }

    /// Changes storage, then fails: nothing of it remains.
    function changeThenRevert() external {
        counter += 1;
        list.push(counter);
        revert("Failures: undone");
    }

    function count() external returns (uint256) {
        return ++counter;
    }
}

/// Calls `Failures` and goes on whatever happens.
contract Catcher {
    Failures public immutable failures;
    uint256 public caught;

    event CaughtText(string reason);
    event CaughtPanic(uint256 code);
    event CaughtData(bytes data);
    event Counted(uint256 count);

    constructor(Failures failures_) {
        failures = failures_;
    }

    /// A require string, a panic, a custom error and an out-of-gas are caught; one call succeeds.
    function tryAll() external {
        try failures.requireString(500) {} catch Error(string memory reason) {
            caught++;
            emit CaughtText(reason);
        }
        try failures.divide(1, 0) returns (uint256) {} catch Panic(uint256 code) {
            caught++;
            emit CaughtPanic(code);
        }
        try failures.customError(7) {} catch (bytes memory data) {
            caught++;
            emit CaughtData(data);
        }
        try failures.burnAllGas{gas: 30_000}() {} catch (bytes memory data) {
            caught++;
            emit CaughtData(data);
        }
        try failures.count() returns (uint256 count) {
            emit Counted(count);
        } catch {}
    }

    /// The revert below is noticed by its return value only.
    function ignoreRevert() external returns (bool success) {
        (success,) = address(failures).call(abi.encodeCall(Failures.changeThenRevert, ()));
    }
}

/// Its constructor refuses, so its creation fails.
contract Stillborn {
    error CannotBeBorn(uint256 blockNumber);

    constructor() {
        revert CannotBeBorn(block.number);
    }
}
