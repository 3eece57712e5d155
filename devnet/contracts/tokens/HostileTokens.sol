// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC20} from "./ERC20.sol";

/// A token whose name and symbol are whatever its maker chose: markup, bidi controls, look-alikes.
contract HostileToken is ERC20 {
    constructor(string memory name_, string memory symbol_) ERC20(name_, symbol_, 18) {
        _mint(msg.sender, 1_000_000 ether);
    }
}

/// A token whose name is a megabyte of the letter A.
contract LoudToken {
    string public constant symbol = "LOUD";
    uint8 public constant decimals = 18;
    mapping(address account => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        balanceOf[msg.sender] = 1_000 ether;
        emit Transfer(address(0), msg.sender, 1_000 ether);
    }

    function name() external pure returns (string memory) {
        assembly {
            let size := 1048576
            mstore(0, 32)
            mstore(32, size)
            for { let at := 64 } lt(at, add(size, 64)) { at := add(at, 32) } {
                mstore(at, 0x4141414141414141414141414141414141414141414141414141414141414141)
            }
            return(0, add(size, 64))
        }
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// A token that answers name() and symbol() with bytes32, as some early tokens do.
contract Bytes32Token {
    bytes32 public constant name = "Thirty-two bytes";
    bytes32 public constant symbol = "B32";
    uint8 public constant decimals = 18;
    uint256 public totalSupply = 1_000 ether;
    mapping(address account => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    /// Returns nothing, unlike the standard says.
    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}
