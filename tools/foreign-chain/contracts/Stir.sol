// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC1155Burnable} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Burnable.sol";

contract Card is ERC721("Card", "CARD"), ERC721Burnable {
    function mint(address to, uint256 id) external {
        _mint(to, id);
    }
}

contract Piece is ERC1155("pieces/{id}"), ERC1155Burnable {
    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}

/// A wrapper whose only word of what is wrapped is Deposit and Withdrawal.
contract Wrapped {
    string public constant name = "Wrapped";
    string public constant symbol = "WRAP";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Deposit(address indexed to, uint256 amount);
    event Withdrawal(address indexed from, uint256 amount);

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        (bool paid, ) = msg.sender.call{value: amount}("");
        require(paid, "not taken");
        emit Withdrawal(msg.sender, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// Made inside transactions, by a contract.
contract Child {
    constructor() payable {}

    receive() external payable {}

    function giveBack(address payable to) external {
        (bool paid, ) = to.call{value: address(this).balance}("");
        require(paid, "not taken");
    }
}

/// What happens inside transactions: payments, creations, calls that fail and are caught, and logs of any shape.
contract Stir {
    receive() external payable {}

    function spread(address payable[] calldata to) external payable {
        for (uint256 at = 0; at < to.length; at++) {
            (bool paid, ) = to[at].call{value: msg.value / to.length}("");
            paid;
        }
    }

    function make(bytes32 salt) external payable returns (Child first, Child second) {
        first = new Child{value: msg.value}();
        second = new Child{salt: salt}();
        first.giveBack(payable(msg.sender));
    }

    /// Calls each; what fails is caught, and its logs are gone.
    function all(address[] calldata to, bytes[] calldata data) external {
        for (uint256 at = 0; at < to.length; at++) {
            (bool done, ) = to[at].call(data[at]);
            done;
        }
    }

    /// Does what `all` does, and fails.
    function allInVain(address[] calldata to, bytes[] calldata data) external {
        this.all(to, data);
        revert("in vain");
    }

    function log(bytes32[] calldata topics, bytes calldata data) external {
        bytes memory kept = data;
        if (topics.length == 0) {
            assembly { log0(add(kept, 32), mload(kept)) }
        } else if (topics.length == 1) {
            bytes32 a = topics[0];
            assembly { log1(add(kept, 32), mload(kept), a) }
        } else if (topics.length == 2) {
            (bytes32 a, bytes32 b) = (topics[0], topics[1]);
            assembly { log2(add(kept, 32), mload(kept), a, b) }
        } else if (topics.length == 3) {
            (bytes32 a, bytes32 b, bytes32 c) = (topics[0], topics[1], topics[2]);
            assembly { log3(add(kept, 32), mload(kept), a, b, c) }
        } else {
            (bytes32 a, bytes32 b, bytes32 c, bytes32 d) = (topics[0], topics[1], topics[2], topics[3]);
            assembly { log4(add(kept, 32), mload(kept), a, b, c, d) }
        }
    }
}
