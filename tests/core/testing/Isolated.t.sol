// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Other {
    uint256 public value = 1;

    function set(uint256 to) external {
        value = to;
    }
}

contract Through {
    function set(Other other, uint256 to) external {
        other.set(to);
    }

    function look() external view returns (bool) {
        return address(this).code.length > 0;
    }
}

contract Isolated {
    Other other = new Other();
    Through through = new Through();
    uint256[] list;

    function test_staysColdWhereAnotherReachesIt() public {
        require(other.value() == 1, "first");
        through.set(other, 2);
        require(other.value() == 2, "second");
        through.set(other, 3);
        other.set(4);
        require(other.value() == 4, "third");
    }

    function test_isWarmWhereNobodyMadeItCold() public {
        through.set(other, 2);
        require(other.value() == 2, "first");
    }

    function test_beginsAnewWhereItWasMadeCold() public {
        list.push(1);
        require(through.look(), "looked");
        list.push(2);
        list.push(3);
        list.pop();
    }

    function test_goesOn() public {
        list.push(1);
        list.push(2);
        list.pop();
        list.pop();
    }
}
