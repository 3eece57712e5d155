// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "../tokens/IERC20.sol";
import {Pair} from "./Pair.sol";
import {PriceOracle} from "./PriceOracle.sol";

/// Creates one pair per couple of tokens, at an address known beforehand (CREATE2).
contract PairFactory {
    PriceOracle public immutable oracle;
    mapping(address token0 => mapping(address token1 => Pair)) public pairOf;
    Pair[] public allPairs;

    event PairCreated(address indexed token0, address indexed token1, Pair pair, uint256 count);

    error IdenticalTokens(address token);
    error PairExists(Pair pair);

    constructor(PriceOracle oracle_) {
        oracle = oracle_;
    }

    function createPair(address a, address b) external returns (Pair pair) {
        if (a == b) revert IdenticalTokens(a);
        (address token0, address token1) = a < b ? (a, b) : (b, a);
        if (address(pairOf[token0][token1]) != address(0)) revert PairExists(pairOf[token0][token1]);
        pair = new Pair{salt: keccak256(abi.encodePacked(token0, token1))}(IERC20(token0), IERC20(token1), oracle);
        pairOf[token0][token1] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }

    function pairFor(address a, address b) external view returns (Pair) {
        return a < b ? pairOf[a][b] : pairOf[b][a];
    }
}
