// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

type Price is uint128;

type Tick is int24;

enum Side {
    Buy,
    Sell,
    Cancelled
}

struct Leaf {
    int8 sign;
    bytes3 tag;
    Side side;
}

struct Node {
    address who;
    Leaf[2] leaves;
    uint256[] weights;
    string note;
}

error Nested(Node node, Side side, Price price, bytes[] blobs, Leaf[] more);

abstract contract Guarded {
    bool private transient entered;
    uint256 public guardCount;

    error Reentered();

    modifier guard() {
        if (entered) revert Reentered(); // fails: reentered
        entered = true;
        guardCount++;
        _;
        entered = false;
    }
}

/// Types that people define, values packed into slots, nested storage, pointers to functions, transient storage.
contract Keeper is Guarded {
    uint8 public small;
    int16 public negative;
    bytes4 public four;
    bool public flag;
    Side public side;
    Tick public tick;
    address public who;
    int256 public big;
    bytes public blob;
    uint256[3] public three;
    uint8[40] public forty;
    Node[] private nodes;
    mapping(address owner => mapping(Side side => Node[])) private book;
    mapping(string name => mapping(bytes32 key => int64)) public byName;
    mapping(Price price => uint256) public byPrice;
    mapping(uint256 id => function(uint256) external returns (uint256)) private hooks;
    function(uint256) internal pure returns (uint256) private op;
    bytes32[][] public matrix;
    uint256[20] private gap;
    uint256 public afterGap;

    event Changed(string indexed name, int64 was, int64 isNow, Side indexed side, Price price);
    event Overloaded(uint256 a);
    event Overloaded(address a);
    event Overloaded(uint256 indexed a, int256 b);
    event Blob(bytes data, bytes32[] words);

    constructor() {
        op = twice;
    }

    function pack(uint8 a, int16 b, bytes4 c, bool d, Side e, Tick f, address g) external guard {
        small = a;
        negative = b;
        four = c;
        flag = d;
        side = e;
        tick = f;
        who = g;
    }

    function arrays(uint8 start) external {
        three = [uint256(1), 22, 333];
        for (uint8 at; at < 40; at++) forty[at] = start + at;
        matrix.push([bytes32("a"), bytes32("b")]);
        matrix.push();
        matrix[1].push(bytes32(uint256(7)));
        afterGap = type(uint256).max;
    }

    function keep(bytes calldata data) external {
        blob = data;
        emit Blob(data, new bytes32[](2));
    }

    function nest(Node calldata node, Side by) external returns (uint256 count) {
        nodes.push(node);
        Node storage kept = book[msg.sender][by].push();
        kept.who = node.who;
        kept.note = string.concat(node.note, "!");
        kept.weights.push(5);
        kept.leaves[1] = Leaf({sign: -7, tag: "abc", side: Side.Sell});
        count = book[msg.sender][by].length;
    }

    function leafOf(address owner, Side by, uint256 at, uint256 leaf) external view returns (int8, bytes3, Side) {
        Leaf storage found = book[owner][by][at].leaves[leaf];
        return (found.sign, found.tag, found.side);
    }

    function nodeAt(uint256 at, uint256 leaf) external view returns (address, int8, bytes3, uint256, string memory) {
        Node storage found = nodes[at];
        return (found.who, found.leaves[leaf].sign, found.leaves[leaf].tag, found.weights[leaf], found.note);
    }

    function name(string calldata text, bytes32 key, int64 value) external returns (int64 was) {
        was = byName[text][key];
        byName[text][key] = value;
        byPrice[Price.wrap(123)] += 4;
        emit Changed(text, was, value, Side.Sell, Price.wrap(77));
        emit Overloaded(5);
        emit Overloaded(msg.sender);
        emit Overloaded(6, -6);
    }

    function set(uint256 value) external {
        big = int256(value);
        emit Overloaded(value);
    }

    function set(uint256 a, int256 b) external returns (uint256, int256) {
        big = b;
        emit Overloaded(a, b);
        return (a * 2, b * 2);
    }

    function hook(uint256 id, bool useThrice) external returns (uint256 result) {
        hooks[id] = this.next;
        if (useThrice) op = thrice;
        result = op(id) + hooks[id](id);
        big = int256(result);
    }

    function next(uint256 x) external pure returns (uint256) {
        return x + 1;
    }

    function twice(uint256 x) internal pure returns (uint256) {
        return x * 2;
    }

    function thrice(uint256 x) internal pure returns (uint256) {
        return x * 3;
    }

    function failNested(uint256 n) external view {
        Node memory node;
        node.who = msg.sender;
        node.note = unicode"naïve ✓";
        node.weights = new uint256[](2);
        node.weights[1] = n;
        node.leaves[0] = Leaf(-3, "tag", Side.Cancelled);
        bytes[] memory blobs = new bytes[](2);
        blobs[0] = hex"c0ffee";
        Leaf[] memory more = new Leaf[](1);
        more[0] = Leaf(127, "zzz", Side.Sell);
        revert Nested(node, Side.Sell, Price.wrap(uint128(n)), blobs, more); // fails: nested
    }

    function reenter() external guard {
        this.again();
    }

    function again() external guard {
        big++;
    }

    function clear() external {
        delete forty;
        delete blob;
        delete small;
        delete nodes;
    }

    receive() external payable {
        big += int256(msg.value);
    }
}

/// Errors that are none of Solidity's, and how they come back.
contract Deep {
    error Custom(int8 a, Side side);

    uint256 public n;

    function go(uint256 way) external returns (uint256) {
        n++;
        if (way == 1) revert Custom(-5, Side.Cancelled); // fails: custom
        if (way == 2) {
            assembly ("memory-safe") {
                mstore(0, "raw reason")
                revert(0, 32) // fails: rawReason
            }
        }
        if (way == 3) {
            assembly ("memory-safe") {
                mstore(0, 0x08c379a000000000000000000000000000000000000000000000000000000000)
                mstore(4, 32)
                mstore(36, 1000)
                revert(0, 68) // fails: malformedError
            }
        }
        if (way == 4) {
            assembly ("memory-safe") {
                mstore(0, 0x4e487b7100000000000000000000000000000000000000000000000000000000)
                revert(0, 4) // fails: malformedPanic
            }
        }
        return 300;
    }
}

contract Tryer {
    event Reason(string why);
    event PanicCode(uint256 code);
    event Low(bytes data);
    event Fine(uint256 result);

    Deep public immutable deep = new Deep();

    function tryAll() external {
        for (uint256 way; way < 5; way++) {
            try deep.go(way) returns (uint256 result) {
                emit Fine(result);
            } catch Error(string memory why) {
                emit Reason(why);
            } catch Panic(uint256 code) {
                emit PanicCode(code);
            } catch (bytes memory data) {
                emit Low(data);
            }
        }
    }

    function bubble(uint256 way) external returns (uint256) {
        return deep.go(way);
    }

    function tooBig() external returns (uint8) {
        (, bytes memory data) = address(deep).call(abi.encodeCall(Deep.go, (0)));
        return abi.decode(data, (uint8)); // fails: tooBig
    }

    function stipend(address payable to) external payable {
        to.transfer(1); // fails: stipend
    }
}

contract Bomb {
    constructor() payable {}

    function boom(address payable to) external {
        selfdestruct(to);
    }
}

contract BombMaker {
    function toSelf() external payable {
        Bomb bomb = new Bomb{value: msg.value}();
        bomb.boom(payable(address(bomb)));
    }

    function toBoth(address payable to) external payable {
        Bomb one = new Bomb{value: msg.value / 2}();
        Bomb two = new Bomb{value: msg.value / 2}();
        one.boom(to);
        two.boom(payable(address(two)));
    }
}

/// A library that is called, with a mapping of the caller's, structs and enums.
library Ledger {
    struct Data {
        mapping(uint256 id => uint256) amounts;
        uint256 count;
        uint256[] items;
    }

    event Entered(uint256 amount);

    error Unwanted(uint256 amount);

    function put(Data storage data, uint256 id, uint256 amount) external returns (uint256) {
        data.amounts[id] = amount;
        data.count++;
        data.items.push(amount);
        emit Entered(amount);
        if (amount == 666) revert Unwanted(amount); // fails: unwanted
        return data.count;
    }

    function sum(uint256[] memory all) public pure returns (uint256 result) {
        for (uint256 at; at < all.length; at++) result += all[at];
    }

    function read(Side side, Leaf memory leaf) external pure returns (Side, int8) {
        return (side, leaf.sign);
    }
}

contract LedgerUser {
    using Ledger for Ledger.Data;

    Ledger.Data private data;
    uint256 public last;

    function put(uint256 id, uint256 amount) external returns (uint256 count) {
        count = data.put(id, amount);
        uint256[] memory all = new uint256[](2);
        all[0] = amount;
        all[1] = 9;
        last = Ledger.sum(all);
        (Side side, int8 sign) = Ledger.read(Side.Sell, Leaf(-9, "lll", Side.Buy));
        last += uint256(side) + uint256(int256(-sign));
    }

    function entry(uint256 id) external view returns (uint256 amount, uint256 count) {
        return (data.amounts[id], data.count);
    }
}
