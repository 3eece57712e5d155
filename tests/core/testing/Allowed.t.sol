// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
    function exists(string calldata) external returns (bool);
}

contract AllowedTest {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    function test_around() public {
        vm.exists("foundry.toml");
    }

    function test_hidden() public {
        vm.exists(".notes/b.txt");
    }

    function test_notes() public {
        vm.exists("notes/a.txt");
    }
}
