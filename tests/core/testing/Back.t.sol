// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function snapshotState() external returns (uint256);
    function revertToState(uint256 id) external returns (bool);
    function deal(address who, uint256 wei_) external;
}

contract Book {
    mapping(uint256 page => uint256 text) public pages;

    function write(uint256 page, uint256 text) external {
        pages[page] += text;
    }
}

/// What was reached after a snapshot only holds again what it held at first.
contract Back {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    Book book = new Book();
    uint256 id;

    function setUp() public {
        id = vm.snapshotState();
        book.write(1, 100);
        vm.deal(address(0xBEEF), 5);
    }

    function test_toTheOneOfSetUp() public {
        require(book.pages(1) == 100, "written");
        vm.revertToState(id);
        require(book.pages(1) == 0, "page");
        require(address(0xBEEF).balance == 0, "balance");
    }

    function test_toItsOwnAcrossCalls() public {
        uint256 own = vm.snapshotState();
        book.write(2, 100);
        book.write(2, 100);
        require(book.pages(2) == 200, "written");
        vm.revertToState(own);
        require(book.pages(2) == 0, "page");
        book.write(2, 7);
        require(book.pages(2) == 7, "again");
    }
}
