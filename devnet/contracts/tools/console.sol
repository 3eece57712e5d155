// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Writes messages into the trace by calling the address that Hardhat and Foundry listen on. Costs a call, changes nothing.
library console {
    address private constant CONSOLE = 0x000000000000000000636F6e736F6c652e6c6f67;

    function log(string memory text) internal view {
        _send(abi.encodeWithSignature("log(string)", text));
    }

    function log(string memory text, uint256 value) internal view {
        _send(abi.encodeWithSignature("log(string,uint256)", text, value));
    }

    function log(string memory text, address value) internal view {
        _send(abi.encodeWithSignature("log(string,address)", text, value));
    }

    function log(string memory text, bool value) internal view {
        _send(abi.encodeWithSignature("log(string,bool)", text, value));
    }

    function log(string memory text, string memory value) internal view {
        _send(abi.encodeWithSignature("log(string,string)", text, value));
    }

    function log(string memory text, uint256 a, uint256 b, address c) internal view {
        _send(abi.encodeWithSignature("log(string,uint256,uint256,address)", text, a, b, c));
    }

    function logBytes(bytes memory value) internal view {
        _send(abi.encodeWithSignature("log(bytes)", value));
    }

    function _send(bytes memory payload) private view {
        address to = CONSOLE;
        assembly {
            pop(staticcall(gas(), to, add(payload, 32), mload(payload), 0, 0))
        }
    }
}
