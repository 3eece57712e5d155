// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// What executing is measured on: swaps through a router, a pair and two tokens,
// and rounds of hashing, storing and counting. Made in constructors, so that
// one creation is all that an engine needs.

contract Coin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address owner) {
        balanceOf[owner] = 1e30;
        allowance[owner][msg.sender] = type(uint256).max;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "allowance");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        require(balanceOf[from] >= value, "balance");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}

contract CoinPair {
    Coin public immutable one;
    Coin public immutable two;
    uint256 public reserveOne = 1e24;
    uint256 public reserveTwo = 2e24;
    uint256 public lastRoot;

    event Sync(uint256 one, uint256 two);

    constructor(address owner) {
        one = new Coin(owner);
        two = new Coin(address(this));
    }

    function swap(address from, uint256 amount) external returns (uint256 out) {
        one.transferFrom(from, address(this), amount);
        uint256 withFee = amount * 997;
        out = (withFee * reserveTwo) / (reserveOne * 1000 + withFee);
        reserveOne += amount;
        reserveTwo -= out;
        lastRoot = root(reserveOne * reserveTwo);
        two.transfer(from, out);
        emit Sync(reserveOne, reserveTwo);
    }

    function root(uint256 x) private pure returns (uint256 y) {
        y = x;
        uint256 next = x / 2 + 1;
        while (next < y) {
            y = next;
            next = (x / next + next) / 2;
        }
    }
}

contract Swaps {
    CoinPair public immutable pair;

    constructor() {
        pair = new CoinPair(address(this));
    }

    function run(uint256 rounds) external returns (uint256 got) {
        for (uint256 i = 0; i < rounds; i++) got += pair.swap(address(this), 1e18 + i);
    }
}

contract Keccaks {
    bytes32 public last;

    function run(uint256 rounds) external returns (uint256 sum) {
        bytes32 hash = last;
        for (uint256 i = 0; i < rounds; i++) {
            hash = keccak256(abi.encode(hash, i));
            last = hash;
            for (uint256 j = 0; j < 10; j++) sum += uint256(hash) % (j + 3);
        }
    }
}
