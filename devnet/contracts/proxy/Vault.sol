// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "../tokens/IERC20.sol";
import {UUPSUpgradeable} from "./UUPSUpgradeable.sol";

/// Keeps tokens for its depositors. First version: no interest.
contract VaultV1 is UUPSUpgradeable {
    address public owner;
    uint64 public openedAt;
    bool public paused;
    IERC20 public asset;
    mapping(address depositor => uint256) public deposits;
    uint256 public totalDeposits;

    event Deposited(address indexed depositor, uint256 amount);
    event Withdrawn(address indexed depositor, uint256 amount);

    error AlreadySetUp();
    error NotOwner(address caller);
    error InsufficientDeposit(uint256 deposited, uint256 wanted);

    function setUp(IERC20 asset_, address owner_) external {
        if (owner != address(0)) revert AlreadySetUp();
        owner = owner_;
        asset = asset_;
        openedAt = uint64(block.timestamp);
    }

    function version() external pure virtual returns (string memory) {
        return "1";
    }

    function deposit(uint256 amount) external virtual {
        asset.transferFrom(msg.sender, address(this), amount);
        deposits[msg.sender] += amount;
        totalDeposits += amount;
        emit Deposited(msg.sender, amount);
    }

    function withdraw(uint256 amount) external virtual {
        uint256 deposited = deposits[msg.sender];
        if (deposited < amount) revert InsufficientDeposit(deposited, amount);
        deposits[msg.sender] = deposited - amount;
        totalDeposits -= amount;
        asset.transfer(msg.sender, amount);
        emit Withdrawn(msg.sender, amount);
    }

    function _authorizeUpgrade() internal view override {
        if (msg.sender != owner) revert NotOwner(msg.sender);
    }
}

/// Second version: a fee on withdrawals, collected for the owner.
contract VaultV2 is VaultV1 {
    uint16 public feeBasisPoints;
    uint256 public collectedFees;

    event FeeTaken(address indexed depositor, uint256 fee);

    function setFee(uint16 basisPoints) external {
        _authorizeUpgrade();
        feeBasisPoints = basisPoints;
    }

    function version() external pure override returns (string memory) {
        return "2";
    }

    function withdraw(uint256 amount) external override {
        uint256 deposited = deposits[msg.sender];
        if (deposited < amount) revert InsufficientDeposit(deposited, amount);
        uint256 fee = amount * feeBasisPoints / 10_000;
        deposits[msg.sender] = deposited - amount;
        totalDeposits -= amount;
        collectedFees += fee;
        asset.transfer(msg.sender, amount - fee);
        emit FeeTaken(msg.sender, fee);
        emit Withdrawn(msg.sender, amount - fee);
    }
}
