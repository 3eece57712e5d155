// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Deployed, but its build output is left out: the app must show it as an unverified contract.
contract Mystery {
    mapping(uint256 => uint256) private secrets;

    event Whisper(uint256 indexed key, bytes32 digest);

    error NotToday(uint256 key);

    function tell(uint256 key, uint256 secret) external returns (bytes32 digest) {
        if (key % 13 == 0) revert NotToday(key);
        secrets[key] = secret;
        digest = keccak256(abi.encode(key, secret));
        emit Whisper(key, digest);
    }
}
