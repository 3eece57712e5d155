// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// The callee of `CallTree`. Bodies are assembly so that a call costs the tracer few steps.
contract CallLeaf {
    uint256 public total;

    error TooOdd();

    function square() external payable returns (uint256) {
        assembly {
            mstore(0, 9)
            return(0, 32)
        }
    }

    function add() external payable {
        assembly {
            sstore(0, add(sload(0), 1))
            stop()
        }
    }

    function refuse() external payable {
        assembly {
            mstore(0, 0x6eea8496)
            revert(28, 4)
        }
    }
}

/// A wide tree of calls. A round is one call to itself and eight below it: a static call, a call that writes,
/// five to the sender's account, which has no code, and one that fails and is ignored.
contract CallTree {
    address private immutable leaf = address(new CallLeaf());

    /// Makes 1 + 9 × `rounds` calls, its own included. `rounds` is a multiple of four.
    function run(uint256 rounds) external payable {
        assembly {
            mstore(0, 0x146ca531)
            for {} rounds { rounds := sub(rounds, 4) } {
                pop(call(gas(), address(), 0, 28, 4, 0, 0))
                pop(call(gas(), address(), 0, 28, 4, 0, 0))
                pop(call(gas(), address(), 0, 28, 4, 0, 0))
                pop(call(gas(), address(), 0, 28, 4, 0, 0))
            }
            stop()
        }
    }

    function round() external payable {
        address to = leaf;
        assembly {
            // The selectors of square(), add() and refuse(), one after the other.
            mstore(0, 0xd742cb014f2be91f62c69b80)
            pop(staticcall(gas(), to, 20, 4, 0, 0))
            pop(call(gas(), to, 0, 24, 4, 0, 0))
            pop(call(gas(), origin(), 0, 0, 0, 0, 0))
            pop(call(gas(), origin(), 0, 0, 0, 0, 0))
            pop(call(gas(), origin(), 0, 0, 0, 0, 0))
            pop(call(gas(), origin(), 0, 0, 0, 0, 0))
            pop(call(gas(), origin(), 0, 0, 0, 0, 0))
            pop(call(gas(), to, 0, 28, 4, 0, 0))
            stop()
        }
    }
}
