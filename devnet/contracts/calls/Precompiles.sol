// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Calls the machine's built-in contracts.
contract Precompiles {
    bytes32 public lastDigest;

    event Computed(bytes32 sha, bytes20 ripemd, uint256 power, address signer);

    function useAll(bytes calldata data, bytes32 digest, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 sha = sha256(data);
        bytes20 ripe = ripemd160(data);
        address signer = ecrecover(digest, v, r, s);
        (, bytes memory copy) = address(4).staticcall(data);
        (, bytes memory power) = address(5).staticcall(abi.encode(32, 32, 32, 3, 200, 1_000_007));
        lastDigest = keccak256(copy);
        emit Computed(sha, ripe, abi.decode(power, (uint256)), signer);
    }
}
