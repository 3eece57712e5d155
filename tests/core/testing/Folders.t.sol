// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
  struct DirEntry { string errorMessage; string path; uint64 depth; bool isDir; bool isSymlink; }
  function readDir(string calldata, uint64) external returns (DirEntry[] memory);
}

contract FoldersTest {
  Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
  function told(string memory path, uint64 depth) private {
    Vm.DirEntry[] memory entries = vm.readDir(path, depth);
    string memory text;
    for (uint256 at = 0; at < entries.length; at++) text = string.concat(text, " ", entries[at].path, entries[at].isDir ? "/" : "");
    revert(text);
  }
  function test_below() public { told("notes", 2); }
  function test_root() public { told(".", 2); }
}
