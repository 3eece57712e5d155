// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// A block full of traders: each trade goes through the desk, a pool that the
// desk looks up, and the pool's two coins. It touches 15 slots, of which the
// desk has 3, the pool 6 and either coin 3. Sums wrap, so that nobody needs a
// balance before.

contract Coin {
    mapping(address => int256) public balanceOf;
    mapping(address => mapping(address => uint256)) public taken;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function take(address from, uint256 v) external {
        taken[from][msg.sender] += v;
        move(from, msg.sender, v);
    }

    function give(address to, uint256 v) external {
        taken[msg.sender][to] += v;
        move(msg.sender, to, v);
    }

    function move(address from, address to, uint256 v) internal {
        balanceOf[from] -= int256(v);
        balanceOf[to] += int256(v);
        emit Transfer(from, to, v);
    }
}

contract Pool {
    Coin first;
    Coin second;
    uint256 reserveFirst = 1e24;
    uint256 reserveSecond = 1e24;
    uint256 fees;
    mapping(address => uint256) public tradedBy;

    constructor() {
        first = new Coin();
        second = new Coin();
    }

    function trade(address trader, uint256 v) external {
        uint256 out = (reserveSecond * v) / (reserveFirst + v);
        reserveFirst += v;
        reserveSecond -= out;
        fees += v / 1000;
        tradedBy[trader] += v;
        first.take(trader, v);
        second.give(trader, out);
    }
}

contract Desk {
    uint256 closed;
    mapping(uint256 => Pool) pools;
    mapping(address => uint256) public tradesOf;
    uint256 count;

    function open(uint256 n) external {
        for (uint256 i = 0; i < n; i++) pools[count++] = new Pool();
    }

    function trade(uint256 pool, uint256 v) external {
        require(closed == 0, "closed");
        tradesOf[msg.sender]++;
        pools[pool].trade(msg.sender, v);
    }
}
