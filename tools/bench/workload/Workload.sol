// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

// The measured transactions: a token, a two-hop swap with caught reverts, and a
// tree of a thousand calls. Comments count the calls below each function.

contract Token {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error InsufficientBalance(address who, uint256 have, uint256 want);

    constructor(string memory n, string memory s) {
        name = n;
        symbol = s;
        totalSupply = 1e30;
        balanceOf[msg.sender] = 1e30;
        emit Transfer(address(0), msg.sender, 1e30);
    }

    function transfer(address to, uint256 v) external returns (bool) {
        _move(msg.sender, to, v);
        return true;
    }

    function approve(address s, uint256 v) external returns (bool) {
        allowance[msg.sender][s] = v;
        emit Approval(msg.sender, s, v);
        return true;
    }

    function transferFrom(address f, address to, uint256 v) external returns (bool) {
        allowance[f][msg.sender] -= v;
        _move(f, to, v);
        return true;
    }

    function _move(address f, address to, uint256 v) internal {
        if (balanceOf[f] < v) revert InsufficientBalance(f, balanceOf[f], v);
        balanceOf[f] -= v;
        balanceOf[to] += v;
        emit Transfer(f, to, v);
    }
}

contract Oracle {
    uint256 public last;

    error StalePrice(uint256 age, uint256 max);

    function price(uint256 k) external pure returns (uint256) {
        return 1e18 + k;
    }

    function strict(uint256 age) external pure {
        if (age > 10) revert StalePrice(age, 10);
    }

    function note(uint256 p) external {
        last = p;
    }
}

contract Pair {
    Token public a;
    Token public b;
    Oracle public oracle;
    uint112 public r0;
    uint112 public r1;

    event Swap(address indexed to, uint256 amountIn, uint256 amountOut);
    event Sync(uint112 r0, uint112 r1);
    event OracleFailed(bytes reason);

    constructor(Token _a, Token _b, Oracle _o) {
        a = _a;
        b = _b;
        oracle = _o;
    }

    // 8 calls
    function swap(uint256 amountIn, uint256 k, address to) external returns (uint256 out) {
        uint256 p = oracle.price(k);
        try oracle.strict(99) {} catch (bytes memory r) { emit OracleFailed(r); }
        uint256 b0 = a.balanceOf(address(this));
        uint256 b1 = b.balanceOf(address(this));
        out = amountIn * 1e18 / p;
        require(out <= b1, "liq");
        b.transfer(to, out);
        b0 = a.balanceOf(address(this));
        b1 = b.balanceOf(address(this));
        oracle.note(p);
        r0 = uint112(b0 >> 64);
        r1 = uint112(b1 >> 64);
        emit Sync(r0, r1);
        emit Swap(to, amountIn, out);
    }
}

contract Router {
    // 20 calls: transferFrom, two swaps of 1 + 8, balanceOf
    function swapTwoHops(Token a, Token b, Token c, Pair p1, Pair p2, uint256 amt) external returns (uint256 out) {
        a.transferFrom(msg.sender, address(p1), amt);
        uint256 mid = p1.swap(amt, 1, address(p2));
        out = p2.swap(mid, 2, msg.sender);
        require(c.balanceOf(msg.sender) >= out, "bal");
        b;
    }
}

contract Leaf {
    uint256 public total;
    mapping(address => uint256) public seen;

    event Tick(uint256 indexed i, address indexed from, bytes data);

    error TooOdd(uint256 v);

    function pure_(uint256 x) external pure returns (uint256) {
        return x * x + 1;
    }

    function add(uint256 x) external returns (uint256) {
        total += x;
        seen[msg.sender] += 1;
        return total;
    }

    function tick(uint256 i, bytes calldata d) external {
        emit Tick(i, msg.sender, d);
    }

    function bad(uint256 i) external pure {
        revert TooOdd(i);
    }
}

contract Tree {
    Leaf public leaf;

    constructor() {
        leaf = new Leaf();
    }

    // 3 calls, and a fourth every fifth time; the last one reverts and is caught
    function round(uint256 i) external returns (uint256 r) {
        r = leaf.pure_(i);
        r += leaf.add(i % 7);
        if (i % 5 == 0) leaf.tick(i, abi.encode(i, r));
        try leaf.bad(i) {} catch {}
    }

    function run(uint256 n) external returns (uint256 s) {
        for (uint256 i = 0; i < n; i++) s += this.round(i) % 1000;
    }

    function spin(uint256 n) external returns (uint256 s) {
        unchecked {
            for (uint256 i = 0; i < n; i++) {
                s = (s * 6364136223846793005 + i) ^ (s >> 7);
                if (i % 4096 == 0) s += leaf.pure_(s & 0xffff);
            }
        }
    }
}
