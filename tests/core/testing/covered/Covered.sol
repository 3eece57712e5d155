// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

function clamp(uint256 value, uint256 most) pure returns (uint256) {
    return value > most ? most : value;
}

library Shares {
    struct Pool {
        uint256 total;
        mapping(address => uint256) of_;
    }

    function add(Pool storage pool, address who, uint256 amount) internal {
        pool.total += amount;
        pool.of_[who] += amount;
    }

    function take(Pool storage pool, address who, uint256 amount) external {
        pool.of_[who] -= amount;
        pool.total -= amount;
    }

    function unused(Pool storage pool) internal view returns (uint256) {
        return pool.total;
    }
}

abstract contract Owned {
    address public owner = msg.sender;
    error NotOwner(address who);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    modifier counted(uint256 by) {
        _before(by);
        _;
        _after();
    }

    function _before(uint256 by) internal virtual;

    function _after() internal virtual {}

    function hand(address next) external onlyOwner {
        require(next != address(0), "zero");
        owner = next;
    }
}

interface IOracle {
    function price() external view returns (uint256);
}

contract Oracle is IOracle {
    bool public broken;

    function setBroken(bool value) external {
        broken = value;
    }

    function price() external view returns (uint256) {
        if (broken) {
            revert("broken");
        }
        return 3;
    }
}

contract Covered is Owned {
    using Shares for Shares.Pool;

    Shares.Pool private pool;
    IOracle private immutable oracle;
    uint256 public count;
    uint256 public constant MOST = 100;
    uint256[] public items;
    event Added(address indexed who, uint256 amount);

    constructor(IOracle oracle_) {
        oracle = oracle_;
        count = 1;
    }

    receive() external payable {
        count++;
    }

    fallback() external {
        count += 2;
    }

    function _before(uint256 by) internal override {
        count += by;
    }

    function add(uint256 amount) external counted(1) returns (uint256 total) {
        amount = clamp(amount, MOST);
        pool.add(msg.sender, amount);
        emit Added(msg.sender, amount);
        total = pool.total;
    }

    function take(uint256 amount) external {
        pool.take(msg.sender, amount);
    }

    function grade(uint256 points) external pure returns (string memory) {
        if (points > 90) {
            return "A";
        } else if (points > 50) {
            return "B";
        } else {
            return "C";
        }
    }

    function bare(uint256 x) external pure returns (uint256 y) {
        if (x > 5) y = 1;
        else y = 2;
        if (x > 100) return 7;
    }

    function sum(uint256 n) external returns (uint256 result) {
        for (uint256 i = 0; i < n; i++) {
            if (i == 3) continue;
            if (i == 9) break;
            result += i;
            items.push(i);
        }
        uint256 k = n;
        while (k > 0) {
            unchecked {
                k--;
            }
        }
        do {
            k++;
        } while (k < 2);
    }

    function ask() external view returns (uint256 value, string memory why) {
        try oracle.price() returns (uint256 price) {
            value = price;
        } catch Error(string memory reason) {
            why = reason;
        } catch {
            why = "?";
        }
    }

    function both(bool a, bool b) external pure returns (bool) {
        bool c = a && b;
        bool d = a || b;
        return c != d;
    }

    function checked(uint256 x) external pure returns (uint256) {
        require(x > 1, "small");
        require(x < 10);
        assert(x != 5);
        return x - 2;
    }

    function raw(uint256 x) external pure returns (uint256 y) {
        assembly {
            switch x
            case 0 {
                y := 1
            }
            default {
                y := add(x, 2)
            }
            if gt(x, 10) {
                y := 3
            }
            for { let i := 0 } lt(i, 2) { i := add(i, 1) } {
                y := add(y, i)
            }
        }
    }

    function pick(bool a) external pure returns (uint256) {
        uint256 result = a ? one() : two();
        (uint256 u, uint256 v) = (result, a ? 1 : 2);
        delete result;
        return u + v;
    }

    function empty() external {}

    function never(uint256 x) external returns (uint256) {
        if (x > 1) {
            count = x;
        }
        return hidden(x);
    }

    function one() internal pure returns (uint256) {
        return 1;
    }

    function two() internal pure returns (uint256) {
        return 2;
    }

    function hidden(uint256 x) private pure returns (uint256) {
        return x * 2;
    }

    function orphan() internal pure returns (uint256) {
        return 5;
    }
}

contract Factory {
    Covered public last;

    function make(IOracle oracle) external returns (Covered) {
        last = new Covered(oracle);
        return last;
    }

    function makeSalted(IOracle oracle, bytes32 salt) external returns (Covered) {
        last = new Covered{salt: salt}(oracle);
        return last;
    }
}
