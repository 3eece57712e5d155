// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Counted} from "./lib/Counted.sol";

contract CountedTest {
    function test_all() external {
        Counted counted = new Counted();
        counted.nothing();
        require(counted.smaller(1, 2) == 1);
        payable(address(counted)).transfer(0);
        (bool ok,) = address(counted).call(hex"12345678");
        require(ok && counted.left() == 4);
    }
}
