// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// More variables than the stack reaches: compiles via IR only.
contract DeepStack {
    struct Many {
        uint256 a;
        uint256 b;
        uint256 c;
        uint256 d;
        uint256 e;
        uint256 f;
        uint256 g;
        uint256 h;
        uint256 i;
        uint256 j;
        uint256 k;
        uint256 l;
        uint256 m;
        uint256 n;
        uint256 o;
        uint256 p;
        uint256 q;
        uint256 r;
    }

    uint256 public total;

    event Sum(uint256 sum, Many many);

    error TooMuch(uint256 got, uint256 at);

    function run(Many calldata x) external returns (uint256 sum, uint256 product) {
        (uint256 a, uint256 b, uint256 c, uint256 d, uint256 e, uint256 f, uint256 g, uint256 h) =
            (x.a, x.b, x.c, x.d, x.e, x.f, x.g, x.h);
        (uint256 i, uint256 j, uint256 k, uint256 l, uint256 m, uint256 n, uint256 o, uint256 p) =
            (x.i, x.j, x.k, x.l, x.m, x.n, x.o, x.p);
        sum = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
        product = _multiply(a, b) + _multiply(c, d);
        if (sum > 1000) revert TooMuch(sum, p); // fails: tooMuch
        total = sum;
        emit Sum(sum, x);
    }

    function _multiply(uint256 a, uint256 b) private pure returns (uint256) {
        return a * b;
    }
}
