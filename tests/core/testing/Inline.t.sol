// SPDX-License-Identifier: MIT
pragma solidity >=0.8.0;

/// forge-config: default.fuzz.runs = 11
contract Base {
    uint256 public n;

    /// forge-config: default.fuzz.runs = 5
    function testOwn(uint256 x) public { n = x; }

    function testNone(uint256 x) public { n = x; }

    /// forge-config: default.fuzz.runs = 6
    function testOver(uint256 x) public virtual { n = x; }
}

contract InlineTest is Base {
    function testOver(uint256 x) public override { n = x; }

    /// forge-config: default.fuzz = { runs = 4 }
    function testTable(uint256 x) public { n = x; }

    /**
     * forge-config: default.fuzz.runs = 9
     * forge-config: default.fuzz.max_test_rejects = 2
     */
    function testTwo(uint256 x) public { n = x; }

    // forge-config: default.fuzz.runs = 3
    function testPlain(uint256 x) public { n = x; }

    /// @dev words forge-config: default.fuzz.runs = 8
    function testDev(uint256 x) public { n = x; }

    /// @custom:forge forge-config: default.fuzz.runs = 12
    function testCustom(uint256 x) public { n = x; }

    /// @param x forge-config: default.fuzz.runs = 13
    function testParam(uint256 x) public { n = x; }
}
