// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "../tokens/IERC20.sol";
import {ERC20} from "../tokens/ERC20.sol";
import {FixedPoint} from "./FixedPoint.sol";
import {PriceOracle} from "./PriceOracle.sol";

/// Two tokens traded against each other at constant product, fee 0.3 %. Its shares are a token too.
contract Pair is ERC20 {
    using FixedPoint for uint256;

    PriceOracle public immutable oracle;
    IERC20 public immutable token0;
    IERC20 public immutable token1;
    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private lastUpdate;
    bool private entered;

    event Mint(address indexed sender, uint256 amount0, uint256 amount1, uint256 shares);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, uint256 shares);
    event Swap(address indexed sender, address indexed to, uint256 amountIn, uint256 amountOut, bool zeroForOne);
    event Sync(uint112 reserve0, uint112 reserve1);
    event PriceDeviation(uint256 spot, uint256 remembered);
    event OracleFailed(bytes reason);

    error Reentered();
    error InsufficientLiquidity(uint256 available, uint256 wanted);
    error InvariantBroken(uint256 before, uint256 afterwards);

    modifier nonReentrant() {
        if (entered) revert Reentered();
        entered = true;
        _;
        entered = false;
    }

    constructor(IERC20 a, IERC20 b, PriceOracle oracle_) ERC20("Demo Pair Share", "DPS", 18) {
        token0 = a;
        token1 = b;
        oracle = oracle_;
    }

    function reserves() public view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, lastUpdate);
    }

    /// Shares for the tokens that were sent here before.
    function mint(address to) external nonReentrant returns (uint256 shares) {
        uint256 amount0 = token0.balanceOf(address(this)) - reserve0;
        uint256 amount1 = token1.balanceOf(address(this)) - reserve1;
        if (totalSupply == 0) {
            shares = (amount0 * amount1).sqrt();
        } else {
            uint256 share0 = amount0 * totalSupply / reserve0;
            uint256 share1 = amount1 * totalSupply / reserve1;
            shares = share0 < share1 ? share0 : share1;
        }
        require(shares > 0, "Pair: nothing to mint");
        _mint(to, shares);
        _sync();
        emit Mint(msg.sender, amount0, amount1, shares);
    }

    /// Tokens for the shares that were sent here before.
    function burn(address to) external nonReentrant returns (uint256 amount0, uint256 amount1) {
        uint256 shares = balanceOf[address(this)];
        amount0 = shares * reserve0 / totalSupply;
        amount1 = shares * reserve1 / totalSupply;
        _burn(address(this), shares);
        token0.transfer(to, amount0);
        token1.transfer(to, amount1);
        _sync();
        emit Burn(msg.sender, amount0, amount1, shares);
    }

    /// Sends out what the tokens sent here before are worth.
    function swap(bool zeroForOne, address to) external nonReentrant returns (uint256 amountOut) {
        _checkPrice();
        (IERC20 tokenIn, IERC20 tokenOut) = zeroForOne ? (token0, token1) : (token1, token0);
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 amountIn = tokenIn.balanceOf(address(this)) - reserveIn;
        amountOut = quote(amountIn, reserveIn, reserveOut);
        if (amountOut == 0 || amountOut >= reserveOut) revert InsufficientLiquidity(reserveOut, amountOut);
        uint256 before = uint256(reserve0) * reserve1;
        tokenOut.transfer(to, amountOut);
        _sync();
        uint256 afterwards = uint256(reserve0) * reserve1;
        if (afterwards < before) revert InvariantBroken(before, afterwards);
        oracle.record(uint256(reserve1).ratio(reserve0));
        emit Swap(msg.sender, to, amountIn, amountOut, zeroForOne);
    }

    function quote(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) public pure returns (uint256) {
        uint256 afterFee = amountIn * 997;
        return afterFee * reserveOut / (reserveIn * 1000 + afterFee);
    }

    /// A stale oracle is noted, not fatal: its custom error is caught here.
    function _checkPrice() private {
        try oracle.freshPrice(address(this)) returns (uint256 remembered) {
            uint256 spot = uint256(reserve1).ratio(reserve0);
            if (spot > remembered * 2 || spot * 2 < remembered) emit PriceDeviation(spot, remembered);
        } catch (bytes memory reason) {
            emit OracleFailed(reason);
        }
    }

    function _sync() private {
        reserve0 = uint112(token0.balanceOf(address(this)));
        reserve1 = uint112(token1.balanceOf(address(this)));
        lastUpdate = uint32(block.timestamp);
        emit Sync(reserve0, reserve1);
    }
}
