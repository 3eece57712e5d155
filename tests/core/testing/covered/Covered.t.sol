// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import {Covered, Factory, Oracle} from "./Covered.sol";

contract CoveredTest {
    Covered covered;
    Oracle oracle;

    function setUp() public {
        oracle = new Oracle();
        covered = new Factory().make(oracle);
    }

    function testAdds() public {
        require(covered.add(5) == 5, "five");
        require(covered.add(500) == 105, "clamped");
    }

    function testTakes() public {
        covered.add(5);
        covered.take(2);
    }

    function testTakesTooMuch() public {
        (bool ok, ) = address(covered).call(abi.encodeCall(covered.take, (2)));
        require(!ok, "took");
    }

    function testNotOwner() public {
        (bool ok, ) = address(covered).call(abi.encodeCall(covered.hand, (address(1))));
        require(!ok, "handed");
    }

    function testGrades() public view {
        covered.grade(95);
        covered.grade(10);
        covered.bare(7);
    }

    function testSums() public {
        require(covered.sum(6) == 12, "sum");
    }

    function testAsks() public {
        (uint256 value, ) = covered.ask();
        require(value == 3, "price");
        oracle.setBroken(true);
        covered.ask();
    }

    function testBoth() public view {
        require(!covered.both(true, true), "both");
    }

    function testChecks() public view {
        require(covered.checked(4) == 2, "four");
        try covered.checked(0) {} catch {}
    }

    function testChecksMore() public view {
        try covered.checked(5) {} catch {}
    }

    function testRaw() public view {
        covered.raw(0);
    }

    function testPicks() public view {
        covered.pick(true);
        covered.empty;
    }

    function testReceives() public {
        (bool ok, ) = address(covered).call{value: 1}("");
        require(ok, "sent");
        covered.empty();
    }

    function testWrong() public view {
        require(covered.checked(3) == 2, "three");
    }
}
