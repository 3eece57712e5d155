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

contract Destroyed {
    function end() external { selfdestruct(payable(address(0xBEEF))); }
}
contract Looks {
    function size(address of_) external returns (uint256) { return of_.code.length; }
}

contract IsolatedEnds {
    address destroyed = address(new Destroyed());
    Looks looks = new Looks();

    /// It is there for the test itself until it was made cold, and gone for each call that begins anew.
    function test_isGoneForTheNext() public {
        require(destroyed.code.length > 0, "before");
        Destroyed(destroyed).end();
        bool isHere = destroyed.code.length > 0;
        require(looks.size(destroyed) == 0, "gone for another");
        require(destroyed.code.length == 0, "gone");
        require(isHere, "was still there");
    }

    /// What was made in another transaction stays since Cancun.
    function test_staysWhereItWasMadeBefore() public {
        Destroyed made = new Destroyed();
        made.end();
        require(looks.size(address(made)) > 0, "there for another");
        require(address(made).code.length > 0, "there");
    }

    /// Looking at its own balance, the test reaches itself.
    function test_ownBalance() public returns (uint256 sum) {
        (bool ok,) = address(looks).staticcall("");
        assembly { sum := selfbalance() }
        sum += address(this).code.length;
        ok = false;
    }
    function test_ownSize() public returns (uint256 sum) {
        (bool ok,) = address(looks).staticcall("");
        sum += address(this).code.length;
        ok = false;
    }
}
