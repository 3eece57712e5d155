// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// The tree of Workload.sol in assembly: few steps per call, so that a hundred
// thousand calls fit into the memory of a node that keeps every step.

contract FastLeaf {
    fallback() external payable {
        assembly {
            let s := shr(224, calldataload(0))
            let x := calldataload(4)
            if eq(s, 0x11111111) { mstore(0, add(mul(x, x), 1)) return(0, 32) } // pure
            if eq(s, 0x22222222) { sstore(0, add(sload(0), 1)) mstore(0, x) return(0, 32) } // add
            if eq(s, 0x33333333) { mstore(0, x) log2(0, 32, 0x1234, x) stop() } // tick
            mstore(0, shl(224, 0xdeadbeef)) mstore(4, x) revert(0, 36) // custom error
        }
    }
}

contract FastTree {
    address immutable leaf;

    constructor() {
        leaf = address(new FastLeaf());
    }

    fallback() external payable {
        address l = leaf;
        assembly {
            let s := shr(224, calldataload(0))
            let x := calldataload(4)
            if eq(s, 0x44444444) {
                mstore(0, shl(224, 0x55555555))
                for { let i := 0 } lt(i, x) { i := add(i, 1) } { mstore(4, i) pop(call(gas(), address(), 0, 0, 36, 0, 0)) }
                stop()
            }
            mstore(4, x)
            mstore(0, or(shl(224, 0x11111111), shr(32, x))) mstore(4, x) pop(staticcall(gas(), l, 0, 36, 0, 0))
            mstore8(0, 0x22) mstore8(1, 0x22) mstore8(2, 0x22) mstore8(3, 0x22) pop(call(gas(), l, 0, 0, 36, 0, 0))
            if iszero(mod(x, 5)) { mstore8(0, 0x33) mstore8(1, 0x33) mstore8(2, 0x33) mstore8(3, 0x33) pop(call(gas(), l, 0, 0, 36, 0, 0)) }
            mstore8(0, 0x66) mstore8(1, 0x66) mstore8(2, 0x66) mstore8(3, 0x66) pop(call(gas(), l, 0, 0, 36, 0, 0))
        }
    }
}
