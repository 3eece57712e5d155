// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "solmate/src/tokens/ERC20.sol";
import {ERC4626} from "solmate/src/tokens/ERC4626.sol";

contract Plain is ERC20("Plain", "PLN", 18) {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

contract Shares is ERC4626 {
    constructor(ERC20 asset) ERC4626(asset, "Shares of Plain", "sPLN") {}

    function totalAssets() public view override returns (uint256) {
        return asset.balanceOf(address(this));
    }
}
