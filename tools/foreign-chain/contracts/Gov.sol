// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Compiled via IR.
contract Gov {
    enum State {
        Pending,
        Active,
        Executed
    }

    struct Proposal {
        address target;
        State state;
        bytes data;
    }

    error NotActive(uint256 id, State current);
    error CallFailed(bytes data);

    event Proposed(uint256 indexed id, address target);

    mapping(uint256 id => Proposal) public proposals;
    uint256 public count;

    function propose(address target, bytes calldata data) external returns (uint256 id) {
        id = ++count;
        proposals[id] = Proposal(target, State.Pending, data);
        emit Proposed(id, target);
    }

    function activate(uint256 id) external {
        proposals[id].state = State.Active;
    }

    function execute(uint256 id) external {
        Proposal storage proposal = proposals[id];
        if (proposal.state != State.Active) revert NotActive(id, proposal.state); // fails: notActive
        proposal.state = State.Executed;
        (bool done, bytes memory data) = proposal.target.call(proposal.data);
        if (!done) revert CallFailed(data); // fails: callFailed
    }
}
