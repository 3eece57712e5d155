// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Base64 with padding (RFC 4648). Internal, so it is inlined into its callers.
library Base64 {
    bytes internal constant ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    function encode(bytes memory data) internal pure returns (string memory) {
        bytes memory alphabet = ALPHABET;
        bytes memory text = new bytes(4 * ((data.length + 2) / 3));
        uint256 end = 0;
        for (uint256 i = 0; i < data.length; i += 3) {
            uint256 group = uint256(uint8(data[i])) << 16;
            if (i + 1 < data.length) group |= uint256(uint8(data[i + 1])) << 8;
            if (i + 2 < data.length) group |= uint8(data[i + 2]);
            text[end++] = alphabet[group >> 18];
            text[end++] = alphabet[(group >> 12) & 63];
            text[end++] = i + 1 < data.length ? alphabet[(group >> 6) & 63] : bytes1("=");
            text[end++] = i + 2 < data.length ? alphabet[group & 63] : bytes1("=");
        }
        return string(text);
    }
}
