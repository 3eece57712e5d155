// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "../tokens/IERC20.sol";
import {Pair} from "./Pair.sol";
import {PairFactory} from "./PairFactory.sol";

/// Swaps along a path of pairs, adds and removes liquidity, and does several of these at once.
contract Router {
    PairFactory public immutable factory;

    error Expired(uint256 deadline, uint256 now_);
    error TooLittleReceived(uint256 received, uint256 wanted);
    error NoPair(address a, address b);
    error PathTooShort(uint256 length);

    constructor(PairFactory factory_) {
        factory = factory_;
    }

    modifier before(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline, block.timestamp);
        _;
    }

    function swapExactTokens(
        uint256 amountIn,
        uint256 minimumOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external before(deadline) returns (uint256 amountOut) {
        if (path.length < 2) revert PathTooShort(path.length);
        IERC20(path[0]).transferFrom(msg.sender, address(_pair(path[0], path[1])), amountIn);
        for (uint256 hop = 0; hop + 1 < path.length; hop++) {
            Pair pair = _pair(path[hop], path[hop + 1]);
            address receiver = hop + 2 < path.length ? address(_pair(path[hop + 1], path[hop + 2])) : to;
            amountOut = pair.swap(path[hop] < path[hop + 1], receiver);
        }
        if (amountOut < minimumOut) revert TooLittleReceived(amountOut, minimumOut);
    }

    function addLiquidity(address a, address b, uint256 amountA, uint256 amountB, address to)
        external
        returns (uint256 shares)
    {
        Pair pair = _pair(a, b);
        IERC20(a).transferFrom(msg.sender, address(pair), amountA);
        IERC20(b).transferFrom(msg.sender, address(pair), amountB);
        return pair.mint(to);
    }

    function removeLiquidity(address a, address b, uint256 shares, address to)
        external
        returns (uint256 amount0, uint256 amount1)
    {
        Pair pair = _pair(a, b);
        pair.transferFrom(msg.sender, address(pair), shares);
        return pair.burn(to);
    }

    /// Calls itself with each of `calls`, keeping the sender (DELEGATECALL). All or nothing.
    function multicall(bytes[] calldata calls) external returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory result) = address(this).delegatecall(calls[i]);
            if (!success) {
                assembly {
                    revert(add(result, 32), mload(result))
                }
            }
            results[i] = result;
        }
    }

    function _pair(address a, address b) private view returns (Pair pair) {
        pair = factory.pairFor(a, b);
        if (address(pair) == address(0)) revert NoPair(a, b);
    }
}
