// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Base64} from "./Base64.sol";
import {Decimal} from "./Decimal.sol";

/// What a contract must answer to receive a postcard by `safeTransferFrom` (ERC-721).
interface IERC721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// ERC-721 tokens whose picture is drawn by the contract itself: three hills under a sun.
contract Postcards {
    using Decimal for uint256;

    string public constant name = "Postcards";
    string public constant symbol = "CARD";
    uint256 public totalSupply;
    mapping(uint256 tokenId => address) private owners;
    mapping(address owner => uint256) public balanceOf;
    mapping(uint256 tokenId => address) public getApproved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;
    mapping(uint256 tokenId => string) public greeting;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error ERC721NonexistentToken(uint256 tokenId);
    error ERC721InsufficientApproval(address operator, uint256 tokenId);
    error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner);
    error ERC721InvalidReceiver(address receiver);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function mint(address to, string calldata text) external returns (uint256 tokenId) {
        tokenId = ++totalSupply;
        owners[tokenId] = to;
        balanceOf[to]++;
        greeting[tokenId] = text;
        emit Transfer(address(0), to, tokenId);
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        if (owner == address(0)) revert ERC721NonexistentToken(tokenId);
    }

    function approve(address to, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) {
            revert ERC721InsufficientApproval(msg.sender, tokenId);
        }
        getApproved[tokenId] = to;
        emit Approval(owner, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        address owner = ownerOf(tokenId);
        if (owner != from) revert ERC721IncorrectOwner(from, tokenId, owner);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender] && getApproved[tokenId] != msg.sender) {
            revert ERC721InsufficientApproval(msg.sender, tokenId);
        }
        delete getApproved[tokenId];
        balanceOf[from]--;
        balanceOf[to]++;
        owners[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        try IERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, "") returns (bytes4 answer) {
            if (answer != IERC721Receiver.onERC721Received.selector) revert ERC721InvalidReceiver(to);
        } catch {
            revert ERC721InvalidReceiver(to);
        }
    }

    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        string memory image = string.concat("data:image/svg+xml;base64,", Base64.encode(bytes(svg(tokenId))));
        bytes memory json = abi.encodePacked(
            '{"name":"Postcard #', tokenId.toText(), '","description":"Drawn by the contract.","image":"', image, '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function svg(uint256 tokenId) public pure returns (string memory) {
        uint256 seed = uint256(keccak256(abi.encode(tokenId)));
        string memory hue = (seed % 360).toText();
        string memory sunX = (60 + (seed >> 16) % 200).toText();
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><rect width="320" height="200" fill="hsl(',
            hue,
            ',60%,85%)"/><circle cx="',
            sunX,
            '" cy="60" r="28" fill="hsl(45,90%,60%)"/>',
            _hill(seed >> 32, 120, 55),
            _hill(seed >> 64, 140, 40),
            _hill(seed >> 96, 165, 25),
            "</svg>"
        );
    }

    function _hill(uint256 seed, uint256 height, uint256 light) private pure returns (string memory) {
        return string.concat(
            '<path d="M0 200V',
            height.toText(),
            "Q",
            (40 + seed % 240).toText(),
            " ",
            (height - 70).toText(),
            " 320 ",
            (height + seed % 20).toText(),
            'V200Z" fill="hsl(',
            (90 + seed % 60).toText(),
            ",40%,",
            light.toText(),
            '%)"/>'
        );
    }
}
