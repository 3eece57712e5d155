// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {MathLib} from "./MathLib.sol";

/// Failures and values of many kinds. The marks tell the script in which line something fails.
contract Lab {
    enum Phase {
        Open,
        Filled,
        Closed
    }

    struct Order {
        address maker;
        uint96 price;
        Phase phase;
        uint256 id;
        uint256[] route;
    }

    error Denied(address who, uint256 level, string why);
    error Wrapped(string where, bytes inner);
    error Empty();

    event Filled(uint256 indexed id, Phase phase, Order order);
    event Note(string indexed topic, string text) anonymous;
    event Swallowed(bytes data);
    event Summed(uint256 total);

    uint256 public total;
    string public text = "before";
    Phase public phase;
    uint128 public low;
    uint128 public high;
    uint256[] private samples;
    mapping(uint256 id => Order) public orders;
    mapping(address owner => mapping(uint256 id => uint256 amount)) public held;
    address public child;
    uint256 transient once;

    // -- what succeeds

    function fill(Order calldata order) external returns (uint256) {
        orders[order.id] = order;
        phase = Phase.Filled;
        emit Filled(order.id, phase, order);
        return order.id;
    }

    function write(string calldata next) external {
        text = next;
        emit Note("topic of the note", next);
    }

    function pack(uint128 nextLow, uint128 nextHigh) external {
        low = nextLow;
        high = nextHigh;
        held[msg.sender][nextLow] += nextHigh;
    }

    function sum(uint256[] calldata numbers) external returns (uint256 result) {
        for (uint256 i = 0; i < numbers.length; i++) {
            result = _add(result, numbers[i]);
        }
        total = result;
        emit Summed(result);
    }

    function _add(uint256 a, uint256 b) private pure returns (uint256) {
        return a + b;
    }

    function clear() external {
        delete text;
        delete total;
        low = 0;
        high = 0;
    }

    function enterOnce() external {
        require(once == 0, "already inside");
        once = 1;
        this.look();
        once = 0;
    }

    function look() external view returns (uint256) {
        return once;
    }

    function forward(address payable to) external payable {
        (bool done, ) = to.call{value: msg.value}("");
        require(done, "not taken");
    }

    function swallow() external {
        try this.denied(7) {} catch (bytes memory data) {
            emit Swallowed(data);
        }
    }

    function hash(bytes calldata data) external returns (bytes32 digest) {
        digest = sha256(data);
        total = uint256(digest);
    }

    // -- what fails

    function bare(uint256 x) external pure {
        require(x > 10); // fails: bare
    }

    function said(uint256 x) external pure {
        require(x > 10, "x is too small"); // fails: said
    }

    function denied(uint256 level) external view {
        _deny(level);
    }

    function _deny(uint256 level) private view {
        if (level > 5) revert Denied(msg.sender, level, "level too high"); // fails: denied
    }

    function nested() external {
        try this.denied(9) {} catch (bytes memory data) {
            revert Wrapped("nested", data); // fails: wrapped
        }
    }

    function bubbled() external view {
        this.empty();
    }

    function empty() external pure {
        revert Empty(); // fails: empty
    }

    function asserted(uint256 x) external pure {
        assert(x == 1); // fails: asserted
    }

    function divided(uint256 by) external returns (uint256) {
        total = 100 / by; // fails: divided
        return total;
    }

    function overflown(uint256 by) external {
        total = type(uint256).max;
        total += by; // fails: overflown
    }

    function outOfBounds(uint256 at) external returns (uint256) {
        samples.push(1);
        return samples[at]; // fails: outOfBounds
    }

    function popped() external {
        samples.pop(); // fails: popped
    }

    function badPhase(uint256 value) external {
        phase = Phase(value); // fails: badPhase
    }

    function invalid() external pure {
        assembly ("memory-safe") {
            invalid() // fails: invalid
        }
    }

    function raw() external pure {
        assembly ("memory-safe") {
            mstore(0, 0xdeadbeef)
            revert(28, 4) // fails: raw
        }
    }

    function burn() external {
        while (true) total += 1; // fails: burn
    }

    function capped(uint256 amount) external {
        samples.push(amount);
        MathLib.capped(samples, amount, 3);
    }

    function callNobody(address nobody) external {
        Lab(payable(nobody)).look(); // fails: callNobody
    }

    function make(uint256 level) external {
        child = address(new Child{salt: bytes32(level)}(level)); // fails: make
    }

    function deploy(uint256 level) external returns (address) {
        child = Create2.deploy(0, bytes32(level), abi.encodePacked(type(Child).creationCode, abi.encode(level)));
        return child;
    }

    function end(address payable heir) external {
        new Mortal{value: address(this).balance}().end(heir);
    }

    receive() external payable {
        total += msg.value;
    }
}

contract Child {
    error Unlucky(uint256 level);

    uint256 public immutable level;

    constructor(uint256 given) {
        if (given == 13) revert Unlucky(given); // fails: unlucky
        level = given;
    }
}

contract Mortal {
    constructor() payable {}

    function end(address payable heir) external {
        selfdestruct(heir);
    }
}

contract BadCtor {
    error CtorFailed(uint256 code, address by);

    constructor(uint256 code) {
        if (code > 3) revert CtorFailed(code, msg.sender); // fails: ctor
    }
}
