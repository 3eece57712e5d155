// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function readFile(string calldata path) external view returns (string memory);
    function writeToml(string calldata json, string calldata path) external;
    function writeToml(string calldata json, string calldata path, string calldata key) external;
}

contract Toml {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function shows(string memory json) internal {
        vm.writeToml(json, "notes/written.toml");
        revert(vm.readFile("notes/written.toml"));
    }

    function test_values() public {
        shows('{"b":true,"a":1,"f":1.5,"whole":2.0,"large":1e30,"small":1e-7,"beyond":18446744073709551615,"none":null,"negative":-7}');
    }

    function test_texts() public {
        shows('{"plain":"abc","empty":"","quoted":"a \\"b\\"","single":"it\'s","both":"\'\\"","line":"a\\nb","tab":"a\\tb","control":"\\u0001","back":"a\\\\b","other":"\\u00e4","three":"\\"\\"\\"\\n","long":"a\\n\\"\\"\\"\\u0001\\\\\'\'\'","noline":"\\"\\"\\"\'"}');
    }

    function test_lists() public {
        shows('{"none":[],"one":[1],"two":[1,2],"texts":["a","b"],"nested":[[1,2],[3,4,5],[]],"mixed":[1,{"a":1,"b":[1,2]},{}],"one":[{"a":{}}, 1]}');
    }

    function test_tables() public {
        shows('{"t":{"x":1,"deep":{"y":2}},"only":{"below":{"z":3}},"empty":{},"v":4,"many":[{"a":1},{"a":2,"in":{"b":3}}],"after":{"many":[{"c":1}]}}');
    }

    function test_keys() public {
        shows('{"a b":1,"":2,"c.d":3,"e-f_1":4,"\\"":5,"g h":{"i j":7}}');
    }

    function test_key() public {
        vm.writeToml('{"a":{"b":1},"list":[1,2,3]}', "notes/key.toml");
        vm.writeToml("[4,5]", "notes/key.toml", ".a.c");
        revert(vm.readFile("notes/key.toml"));
    }
}
