// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
    struct Ended {
        int32 exitCode;
        bytes stdout;
        bytes stderr;
    }

    function ffi(string[] calldata command) external returns (bytes memory);
    function tryFfi(string[] calldata command) external returns (Ended memory);
    function setEnv(string calldata name, string calldata value) external;
}

contract ProcessesTest {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    function sh(string memory script) private pure returns (string[] memory command) {
        command = new string[](3);
        (command[0], command[1], command[2]) = ("sh", "-c", script);
    }

    function same(bytes memory a, bytes memory b) private pure {
        require(keccak256(a) == keccak256(b), string(a));
    }

    function test_hex() public {
        same(vm.ffi(sh("echo 0x0badC0de")), hex"0badc0de");
        same(vm.ffi(sh("echo ' 0bad'; echo aside >&2")), hex"0bad");
        same(vm.ffi(sh("true")), "");
    }

    function test_text() public {
        same(vm.ffi(sh("echo '  h\xc3\xa9llo  '")), "h\xc3\xa9llo");
        same(vm.ffi(sh("echo 0xabc")), "0xabc");
    }

    function test_folder() public {
        same(vm.ffi(sh("cat mark.txt")), "here");
    }

    function test_environment() public {
        vm.setEnv("LOUPE_TOLD", "told");
        same(vm.ffi(sh("echo $LOUPE_TOLD")), "told");
    }

    function test_tells() public {
        Vm.Ended memory ended = vm.tryFfi(sh("echo out; echo err >&2; exit 3"));
        require(ended.exitCode == 3);
        same(ended.stdout, "out");
        same(ended.stderr, "err\n");
        require(vm.tryFfi(sh("kill -9 $$")).exitCode == 69);
    }

    function test_fails() public {
        vm.ffi(sh("echo \"wrong\" >&2; exit 2"));
    }

    function test_missing() public {
        string[] memory command = new string[](2);
        (command[0], command[1]) = ("no-such-program", "x y");
        vm.ffi(command);
    }

    function test_empty() public {
        vm.ffi(new string[](1));
    }
}
