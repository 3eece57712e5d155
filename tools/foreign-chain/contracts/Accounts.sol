// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// As in ERC-4337, version 0.7.
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

contract EntryPoint {
    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );
    event UserOperationRevertReason(
        bytes32 indexed userOpHash,
        address indexed sender,
        uint256 nonce,
        bytes revertReason
    );

    error FailedOp(uint256 opIndex, string reason);

    mapping(address sender => mapping(uint192 key => uint256)) public nonceSequenceNumber;

    function handleOps(PackedUserOperation[] calldata ops, address payable beneficiary) external {
        for (uint256 at; at < ops.length; at++) {
            PackedUserOperation calldata op = ops[at];
            bytes32 hash = keccak256(abi.encode(op, address(this), block.chainid));
            if (nonceSequenceNumber[op.sender][0]++ != op.nonce) revert FailedOp(at, "AA25 invalid account nonce");
            if (SmartAccount(payable(op.sender)).validateUserOp(op, hash, 0) != 0)
                revert FailedOp(at, "AA24 signature error"); // fails: AA24
            uint256 gas = gasleft();
            (bool done, bytes memory data) = op.sender.call(op.callData);
            if (!done) emit UserOperationRevertReason(hash, op.sender, op.nonce, data);
            uint256 used = gas - gasleft();
            emit UserOperationEvent(hash, op.sender, address(0), op.nonce, done, used * tx.gasprice, used);
        }
        (bool paid, ) = beneficiary.call{value: address(this).balance}("");
        require(paid, "AA91 failed send to beneficiary");
    }

    receive() external payable {}
}

contract SmartAccount {
    address public owner;
    address private immutable entryPoint;

    constructor(address first, address point) payable {
        owner = first;
        entryPoint = point;
    }

    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256) external returns (uint256) {
        require(msg.sender == entryPoint, "account: not from EntryPoint");
        (bool paid, ) = entryPoint.call{value: 0.01 ether}("");
        return paid && op.signature.length == 65 && hash != 0 ? 0 : 1;
    }

    function execute(address to, uint256 value, bytes calldata data) external {
        (bool done, bytes memory answer) = to.call{value: value}(data);
        if (!done) assembly { revert(add(answer, 32), mload(answer)) }
    }

    function executeBatch(address[] calldata to, bytes[] calldata data) external {
        for (uint256 at; at < to.length; at++) {
            (bool done, bytes memory answer) = to[at].call(data[at]);
            if (!done) assembly { revert(add(answer, 32), mload(answer)) }
        }
    }

    receive() external payable {}
}
