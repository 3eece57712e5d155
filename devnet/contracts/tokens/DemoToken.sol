// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC20} from "./ERC20.sol";
import {Permit} from "./Permit.sol";

/// A token its owner mints. The demo chain has three: Maple, Juniper and Demo Dollar (6 decimals).
contract DemoToken is Permit {
    address public immutable owner;

    error NotOwner(address caller);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_, decimals_) {
        owner = msg.sender;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    function mint(address to, uint256 value) external onlyOwner {
        _mint(to, value);
    }

    function burn(uint256 value) external {
        _burn(msg.sender, value);
    }

    /// Pays many at once.
    function airdrop(address[] calldata to, uint256[] calldata values) external {
        require(to.length == values.length, "airdrop: lengths differ");
        for (uint256 i = 0; i < to.length; i++) {
            _move(msg.sender, to[i], values[i]);
        }
    }
}
