// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Several owners; a proposal is executed when enough of them confirmed it.
contract Multisig {
    struct Proposal {
        address target;
        uint96 value;
        bytes data;
        uint8 confirmations;
        bool executed;
        mapping(address owner => bool) confirmedBy;
    }

    address[] public owners;
    mapping(address => bool) public isOwner;
    uint8 public immutable threshold;
    Proposal[] private proposals;

    event Proposed(uint256 indexed id, address indexed owner, address target, uint256 value, bytes data);
    event Confirmed(uint256 indexed id, address indexed owner);
    event Executed(uint256 indexed id, bytes result);

    error NotOwner(address caller);
    error AlreadyConfirmed(uint256 id, address owner);
    error NotEnoughConfirmations(uint256 id, uint8 have, uint8 need);
    error ExecutionFailed(uint256 id, bytes reason);

    modifier onlyOwner() {
        if (!isOwner[msg.sender]) revert NotOwner(msg.sender);
        _;
    }

    constructor(address[] memory owners_, uint8 threshold_) {
        for (uint256 i = 0; i < owners_.length; i++) {
            owners.push(owners_[i]);
            isOwner[owners_[i]] = true;
        }
        threshold = threshold_;
    }

    receive() external payable {}

    function propose(address target, uint96 value, bytes calldata data) external onlyOwner returns (uint256 id) {
        id = proposals.length;
        Proposal storage proposal = proposals.push();
        proposal.target = target;
        proposal.value = value;
        proposal.data = data;
        emit Proposed(id, msg.sender, target, value, data);
        _confirm(id);
    }

    function confirm(uint256 id) external onlyOwner {
        _confirm(id);
    }

    function execute(uint256 id) external onlyOwner returns (bytes memory result) {
        Proposal storage proposal = proposals[id];
        if (proposal.confirmations < threshold) {
            revert NotEnoughConfirmations(id, proposal.confirmations, threshold);
        }
        require(!proposal.executed, "Multisig: executed before");
        proposal.executed = true;
        bool success;
        (success, result) = proposal.target.call{value: proposal.value}(proposal.data);
        if (!success) revert ExecutionFailed(id, result);
        emit Executed(id, result);
    }

    function _confirm(uint256 id) private {
        Proposal storage proposal = proposals[id];
        if (proposal.confirmedBy[msg.sender]) revert AlreadyConfirmed(id, msg.sender);
        proposal.confirmedBy[msg.sender] = true;
        proposal.confirmations++;
        emit Confirmed(id, msg.sender);
    }
}
