// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {console} from "./console.sol";

/// Narrates what it does with console.log.
contract Diary {
    struct Entry {
        uint64 writtenAt;
        address author;
        string text;
    }

    Entry[] public entries;

    function write(string calldata text) external {
        console.log("Diary: %s writes", msg.sender);
        console.log("Diary: text", text);
        console.log("Diary: entries so far", entries.length);
        entries.push(Entry(uint64(block.timestamp), msg.sender, text));
        console.log("Diary: entry %d of %d bytes by %s", entries.length, bytes(text).length, msg.sender);
        console.log("Diary: long", bytes(text).length > 32);
        console.logBytes(bytes(text));
    }
}
