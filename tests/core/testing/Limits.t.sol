// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function toString(uint256) external view returns (string memory);
    function txGasPrice(uint256) external;
    function fee(uint256) external;
    function coinbase(address) external;
}

contract Deep {
    function go(uint256 n, uint256 size) external {
        assembly {
            mstore(size, 1)
        }
        if (n > 0) this.go(n - 1, size);
    }

    function goBack(uint256 n, uint256 size) external returns (bool) {
        if (n > 0) this.goBack(n - 1, size);
        assembly {
            mstore(size, 1)
        }
        return true;
    }
}

/// Memory of calls within each other, and what an instruction lacks that cannot have its memory.
contract Memory {
    function test_hundred() public pure {
        assembly {
            pop(mload(99968))
        }
    }

    function test_limit() public pure {
        assembly {
            pop(mload(100000))
        }
    }

    function test_deep() public {
        new Deep().go(3, 20000);
    }

    function test_deeper() public {
        new Deep().go(4, 20000);
    }

    function test_oneAfterTheOther() public {
        new Deep().goBack(10, 20000);
    }

    function test_gasForMemory() public pure {
        assembly {
            pop(mload(30000000))
        }
    }

    function test_far() public pure {
        assembly {
            pop(mload(0x10000000000))
        }
    }

    function test_farther() public pure {
        assembly {
            pop(mload(0x10000000000000000))
        }
    }

    function test_priceOfCopy() public pure {
        assembly {
            calldatacopy(0, 0, 0x10000000000)
        }
    }

    function test_priceOfCreation() public {
        assembly {
            pop(create(0, 0, 0x10000000000))
        }
    }

    function test_call() public {
        assembly {
            pop(call(gas(), 9, 0, 0, 0, 0, 0x10000000000))
        }
    }

    function test_nothingReturned() public pure {
        assembly {
            returndatacopy(0, 0, 0x10000000000)
        }
    }
}

/// An operand below 2^64 that ends above.
contract MemoryEnd {
    function test_farAsCanBe() public pure {
        assembly {
            pop(mload(0xffffffffffffffff))
        }
    }

    function test_lastByte() public pure {
        assembly {
            mstore8(0xffffffffffffffff, 1)
        }
    }

    function test_longReturn() public pure {
        assembly {
            return(0x20, 0xffffffffffffffff)
        }
    }

    function test_longCopy() public pure {
        assembly {
            calldatacopy(0x20, 0, 0xffffffffffffffff)
        }
    }
}

/// What the price of gas moves.
contract Price {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 made;

    function setUp() public {
        made = gasleft();
        vm.txGasPrice(tx.gasprice + 2);
        vm.coinbase(address(0xc0ffee));
    }

    function said(uint256 wei_) internal view {
        revert(vm.toString(wei_));
    }

    function test_price() public view {
        said(tx.gasprice);
    }

    function test_sender() public view {
        said(msg.sender.balance);
    }

    function test_coinbase() public view {
        said(address(0xc0ffee).balance);
    }

    function test_formerCoinbase() public view {
        said(address(0).balance);
    }
}
