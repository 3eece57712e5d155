// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Minimal proxies (EIP-1167).
library Clones {
    error CloneFailed();

    function clone(address implementation, bytes32 salt) internal returns (address instance) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", implementation, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            instance := create2(0, add(code, 32), mload(code), salt)
        }
        if (instance == address(0)) revert CloneFailed();
    }
}

/// Holds ether for a seller until the buyer releases it.
contract Escrow {
    enum State {
        Empty,
        Funded,
        Released,
        Refunded
    }

    address public buyer;
    address payable public seller;
    State public state;

    event Funded(address indexed buyer, uint256 amount);
    event Released(address indexed seller, uint256 amount);

    error WrongState(State actual, State needed);
    error NotBuyer(address caller);

    function fund(address buyer_, address payable seller_) external payable {
        if (state != State.Empty) revert WrongState(state, State.Empty);
        buyer = buyer_;
        seller = seller_;
        state = State.Funded;
        emit Funded(buyer_, msg.value);
    }

    function release() external {
        if (msg.sender != buyer) revert NotBuyer(msg.sender);
        if (state != State.Funded) revert WrongState(state, State.Funded);
        state = State.Released;
        uint256 amount = address(this).balance;
        (bool sent,) = seller.call{value: amount}("");
        require(sent, "Escrow: seller refused");
        emit Released(seller, amount);
    }
}

/// Opens escrows as clones of one implementation.
contract EscrowFactory {
    address public immutable implementation;
    uint256 public opened;

    event Opened(address indexed escrow, address indexed buyer, address indexed seller);

    constructor(address implementation_) {
        implementation = implementation_;
    }

    function open(address payable seller) external payable returns (address escrow) {
        escrow = Clones.clone(implementation, bytes32(opened++));
        Escrow(escrow).fund{value: msg.value}(msg.sender, seller);
        emit Opened(escrow, msg.sender, seller);
    }
}
