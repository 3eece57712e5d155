// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";

contract Coin is ERC20Permit, Ownable, Multicall {
    uint8 private immutable _places;

    constructor(string memory symbol, uint8 places, uint256 supply)
        ERC20(string.concat(symbol, " coin"), symbol)
        ERC20Permit(symbol)
        Ownable(msg.sender)
    {
        _places = places;
        _mint(msg.sender, supply);
    }

    function decimals() public view override returns (uint8) {
        return _places;
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }
}

contract Art is ERC721("Art", "ART") {
    function mint(address to, uint256 id) external {
        _safeMint(to, id);
    }
}

contract Items is ERC1155("items/{id}") {
    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}

contract Vault is AccessControl {
    bytes32 public constant KEEPER = keccak256("KEEPER");
    uint256 public kept;

    constructor() {
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
    }

    function keep(uint256 amount) external onlyRole(KEEPER) {
        kept += amount;
    }
}
