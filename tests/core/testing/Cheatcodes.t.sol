// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    struct SignedDelegation {
        uint8 v;
        bytes32 r;
        bytes32 s;
        uint64 nonce;
        address implementation;
    }

    struct DirEntry {
        string errorMessage;
        string path;
        uint64 depth;
        bool isDir;
        bool isSymlink;
    }

    struct Chain {
        string name;
        uint256 chainId;
        string chainAlias;
        string rpcUrl;
    }

    struct AccessListItem {
        address target;
        bytes32[] storageKeys;
    }

    function accessList(AccessListItem[] calldata list) external;
    function noAccessList() external;
    function fee(uint256 baseFee) external;
    function expectSafeMemory(uint64 min, uint64 max) external;
    function pauseGasMetering() external;
    function resumeGasMetering() external;
    function resetGasMetering() external;
    function startSnapshotGas(string calldata name) external;
    function stopSnapshotGas() external returns (uint256);
    function startMappingRecording() external;
    function getMappingKeyAndParentOf(address target, bytes32 slot) external returns (bool, bytes32, bytes32);
    function deployCode(string calldata path, bytes calldata args, uint256 value) external returns (address);
    function startStateDiffRecording() external;
    function getStateDiff() external returns (string memory);
    function getStateDiffJson() external returns (string memory);
    function broadcast(uint256 key) external;
    function addr(uint256 key) external returns (address);
    function attachDelegation(SignedDelegation calldata signed) external;
    function signDelegation(address to, uint256 key) external returns (SignedDelegation memory);
    function chainId(uint256 id) external;
    function deal(address account, uint256 wei_) external;
    function executeTransaction(bytes calldata raw) external returns (bytes memory);
    function writeFile(string calldata path, string calldata data) external;
    function writeLine(string calldata path, string calldata data) external;
    function readLine(string calldata path) external returns (string memory);
    function readFile(string calldata path) external returns (string memory);
    function writeJson(string calldata json, string calldata path, string calldata key) external;
    function createDir(string calldata path, bool recursive) external;
    function readDir(string calldata path) external returns (DirEntry[] memory);
    function removeDir(string calldata path, bool recursive) external;
    function exists(string calldata path) external returns (bool);
    function setArbitraryStorage(address target) external;
    function load(address target, bytes32 slot) external returns (bytes32);
    function store(address target, bytes32 slot, bytes32 value) external;
    function shuffle(uint256[] calldata values) external returns (uint256[] memory);
    function setSeed(uint256 seed) external;
    function randomUint(uint256 min, uint256 max) external returns (uint256);
    function randomBytes(uint256 count) external returns (bytes memory);
    function dumpState(string calldata path) external;
    function getChain(string calldata name) external returns (Chain memory);
    function deriveKey(string calldata words, uint32 index) external returns (uint256);
    function signWithNonceUnsafe(uint256 key, bytes32 digest, uint256 nonce) external returns (uint8, bytes32, bytes32);
    function getStorageSlots(address target, string calldata name) external returns (uint256[] memory);
    function getCode(string calldata name) external returns (bytes memory);
    function rpcUrl(string calldata name) external returns (string memory);
    function fromRlp(bytes calldata rlp) external returns (bytes[] memory);
    function toString(uint256 value) external returns (string memory);
    function toString(bytes calldata value) external returns (string memory);
}

contract Box {
    struct Pair {
        uint128 left;
        uint128 right;
    }

    uint256 public value;
    Pair pair;
    uint256[2] list;
    string text;
    mapping(address => mapping(uint256 => uint256)) public held;

    error Refused(uint256 given);

    constructor(uint256 given) payable {
        if (given == 13) revert Refused(given);
        value = given + msg.value;
    }

    function fill() external {
        value = 7;
        pair = Pair(1, 2);
        list[1] = 9;
        text = "longer than thirty-two bytes, so that it has slots of its own";
        held[msg.sender][5] = 6;
    }

    function who() external returns (address, address) {
        return (msg.sender, tx.origin);
    }

    function burn(uint256 times) external pure returns (uint256 sum) {
        for (uint256 at; at < times; at++) sum += at;
    }
}

/// forge-config: default.fuzz.seed = "100"
contract CheatcodesTest {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 constant KEY = 0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d;
    Box box;

    function setUp() public {
        box = new Box(1);
    }

    function test_memoryInside() public {
        vm.expectSafeMemory(0x80, 0xa0);
        assembly {
            mstore(0x80, 1)
        }
    }

    function test_memoryOutside() public {
        vm.expectSafeMemory(0x80, 0xa0);
        assembly {
            mstore(0x90, 1)
        }
    }

    function test_gasStands() public {
        uint256 before = gasleft();
        vm.pauseGasMetering();
        box.burn(100);
        vm.resumeGasMetering();
        uint256 used = before - gasleft();
        box.burn(10);
        revert(vm.toString(used));
    }

    function test_gasResets() public {
        box.burn(100);
        vm.resetGasMetering();
    }

    function test_gasSnapshot() public {
        vm.startSnapshotGas("burn");
        box.burn(10);
        revert(vm.toString(vm.stopSnapshotGas()));
    }

    function test_mapping() public {
        vm.startMappingRecording();
        box.fill();
        bytes32 outer = keccak256(abi.encode(address(this), uint256(5)));
        (bool found, bytes32 key, bytes32 parent) =
            vm.getMappingKeyAndParentOf(address(box), keccak256(abi.encode(uint256(5), outer)));
        require(found && uint256(key) == 5 && parent == outer, "the inner mapping");
    }

    function test_deploys() public {
        vm.deal(address(this), 10);
        Box made = Box(vm.deployCode("Cheatcodes.t.sol:Box", abi.encode(4), 3));
        revert(vm.toString(made.value()));
    }

    function test_deploysAndFails() public {
        vm.deployCode("Cheatcodes.t.sol:Box", abi.encode(13), 0);
    }

    function test_diffText() public {
        vm.startStateDiffRecording();
        box.fill();
        revert(vm.getStateDiff());
    }

    function test_diffJson() public {
        vm.startStateDiffRecording();
        box.fill();
        revert(vm.getStateDiffJson());
    }

    function test_slots() public {
        uint256[] memory slots = vm.getStorageSlots(address(box), "list");
        require(slots.length == 2 && slots[0] == 2 && slots[1] == 3, "slots of the list");
    }

    function test_broadcasts() public {
        vm.broadcast(KEY);
        (address sender, address origin) = box.who();
        require(sender == vm.addr(KEY) && origin == sender, "who sends");
        (sender, origin) = box.who();
        require(sender == address(this), "only one call");
    }

    function test_delegates() public {
        vm.attachDelegation(vm.signDelegation(address(box), KEY));
        Box(vm.addr(KEY)).fill();
        revert(vm.toString(vm.addr(KEY).code));
    }

    function test_delegatesOnce() public {
        Vm.SignedDelegation memory signed = vm.signDelegation(address(box), KEY);
        vm.attachDelegation(signed);
        vm.attachDelegation(signed);
    }

    function test_executes() public {
        vm.chainId(1);
        vm.deal(0x70997970C51812dc3A010C7d01b50e0d17dc79C8, 100);
        vm.executeTransaction(
            hex"02f86201800a64825208946fd0a0cff9a87adf51695b40b4fa267855a8f4c62a80c080a03447a5bb5068bea134c052824759b5dd973aefcf745d0d67a6e2ee6543571f2ca05f3ee9f04a4d3cbc883f5a8b68cb6149fbc47083bb7f4abf644df780f2f11638"
        );
        require(0x6Fd0A0CFF9A87aDF51695b40b4fA267855a8F4c6.balance == 42, "what was sent");
    }

    function test_executesOtherChain() public {
        vm.executeTransaction(
            hex"02f86201800a64825208946fd0a0cff9a87adf51695b40b4fa267855a8f4c62a80c080a03447a5bb5068bea134c052824759b5dd973aefcf745d0d67a6e2ee6543571f2ca05f3ee9f04a4d3cbc883f5a8b68cb6149fbc47083bb7f4abf644df780f2f11638"
        );
    }

    function test_files() public {
        vm.createDir("notes/deep", true);
        vm.writeFile("notes/one.json", "{\"a\": 1}");
        vm.writeJson("2", "notes/one.json", ".b.c");
        vm.writeLine("notes/deep/lines", "first");
        vm.writeLine("notes/deep/lines", "second");
        require(keccak256(bytes(vm.readLine("notes/deep/lines"))) == keccak256("first"), "a line");
        Vm.DirEntry[] memory entries = vm.readDir("notes");
        require(entries.length == 2 && entries[0].isDir && !entries[1].isDir, "what is in the folder");
        string memory json = vm.readFile("notes/one.json");
        vm.removeDir("notes/deep", true);
        require(!vm.exists("notes/deep/lines"), "what was removed");
        revert(json);
    }

    function test_filesOutside() public {
        vm.writeFile("src/other.txt", "");
    }

    function test_filesConfiguration() public {
        vm.writeFile("foundry.toml", "");
    }

    function test_arbitrary() public {
        vm.setArbitraryStorage(address(1234));
        bytes32 first = vm.load(address(1234), 0);
        require(vm.load(address(1234), 0) == first, "the same again");
        revert(vm.toString(uint256(first)));
    }

    function test_random() public {
        vm.setSeed(7);
        uint256[] memory values = new uint256[](20);
        for (uint256 at; at < 20; at++) values[at] = at;
        values = vm.shuffle(values);
        uint256 all;
        for (uint256 at; at < 20; at++) all = all * 100 + values[at];
        revert(string.concat(vm.toString(all), " ", vm.toString(vm.randomUint(5, 1e30)), " ", vm.toString(vm.randomBytes(6))));
    }

    function test_dumps() public {
        vm.deal(address(0x200), 1 ether);
        vm.store(address(0x200), bytes32(uint256(1)), bytes32(uint256(2)));
        vm.dumpState("notes-state.json");
        revert(vm.readFile("notes-state.json"));
    }

    function test_chains() public {
        Vm.Chain memory chain = vm.getChain("gnosis");
        revert(string.concat(chain.name, " ", vm.toString(chain.chainId), " ", chain.chainAlias));
    }

    function test_keys() public {
        uint256 key = vm.deriveKey("test test test test test test test test test test test junk", 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.signWithNonceUnsafe(key, keccak256("signed"), 99);
        require(ecrecover(keccak256("signed"), v, r, s) == vm.addr(key), "who signed");
        revert(string.concat(vm.toString(key), " ", vm.toString(uint256(s))));
    }

    function test_ambiguousVersion() public {
        vm.getCode("Cheatcodes.t.sol:Box:0.7.0");
    }

    function test_endpoint() public {
        vm.rpcUrl("unset");
    }

    function test_rlp() public {
        require(vm.fromRlp(hex"c20102").length == 2, "two items");
        vm.fromRlp(hex"c2c101");
    }
}

interface Ends {
    function expectRevert() external;
    function etch(address account, bytes calldata code) external;
    function resolveEnv(string calldata text) external returns (string memory);
    function setEnv(string calldata name, string calldata value) external;
    function isPersistent(address account) external returns (bool);
    function makePersistent(address account) external;
    function revokePersistent(address account) external;
    function eip712HashType(string calldata definition) external returns (bytes32);
    function eip712HashStruct(string calldata definition, bytes calldata data) external returns (bytes32);
    function eip712HashTypedData(string calldata json) external returns (bytes32);
}

contract Failing {
    uint256 value = 1;

    function halts() external pure {
        assembly {
            invalid()
        }
    }

    function runsOut() external pure {
        assembly {
            for {} 1 {} {}
        }
    }

    function clears() external {
        value = 0;
        revert("no");
    }
}

/// Its numbers and hashes are what forge gives for them.
contract EndsTest {
    Ends constant vm = Ends(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    Failing failing = new Failing();

    struct Person {
        string name;
        address wallet;
    }

    struct Mail {
        Person from;
        Person[] to;
        bytes32 note;
    }

    string constant MAIL = "Mail(Person from,Person[] to,bytes32 note)Person(string name,address wallet)";

    function test_haltGivesGasBack() public {
        vm.expectRevert();
        failing.halts();
    }

    function test_outOfGasGivesNoneBack() public {
        vm.expectRevert();
        failing.runsOut{gas: 30000}();
    }

    function test_revertKeepsRefund() public {
        vm.expectRevert();
        failing.clears();
    }

    function test_unknownConsole() public {
        (bool ok, bytes memory data) = address(0x000000000000000000636F6e736F6c652e6c6f67).call(hex"");
        require(!ok, "unknown");
        (ok, data) = address(0x000000000000000000636F6e736F6c652e6c6f67).call(hex"01020304");
        assembly {
            revert(add(data, 32), mload(data))
        }
    }

    function test_etchNoPrecompile() public {
        vm.etch(address(0x12), hex"00");
        vm.etch(address(0x100), hex"00");
    }

    function test_resolveEnv() public {
        vm.setEnv("LOUPE_A", "one");
        revert(vm.resolveEnv("a ${LOUPE_A} ${ LOUPE_A } ${LOUPE_NONE}"));
    }

    function test_persistent() public {
        require(vm.isPersistent(address(this)) && !vm.isPersistent(address(failing)), "before");
        vm.makePersistent(address(failing));
        vm.revokePersistent(address(this));
        require(!vm.isPersistent(address(this)) && vm.isPersistent(address(failing)), "after");
    }

    function test_typedData() public {
        require(vm.eip712HashType("Person(string name,address wallet)Mail(Person from,Person[] to,bytes32 note)") == keccak256(bytes(MAIL)), "type");
        Mail memory mail;
        mail.from = Person("A", address(1));
        mail.to = new Person[](1);
        mail.to[0] = Person("B", address(2));
        bytes32 hash = vm.eip712HashStruct(MAIL, abi.encode(mail));
        bytes32 typed = vm.eip712HashTypedData(
            '{"types":{"EIP712Domain":[{"name":"name","type":"string"},{"name":"chainId","type":"uint256"}],"Pay":[{"name":"to","type":"address"},{"name":"amount","type":"uint256"}]},"primaryType":"Pay","domain":{"name":"Loupe","chainId":1},"message":{"to":"0x0000000000000000000000000000000000000001","amount":"1000000000000000000"}}'
        );
        assembly {
            mstore(0, hash)
            mstore(32, typed)
            revert(0, 64)
        }
    }

    function test_typedDataTwoRoots() public {
        vm.eip712HashType("A(uint256 a)B(uint256 b)");
    }
}

contract Held {
    uint256 public value = 1;
    uint256 spare;

    function put(uint256 next) external {
        value = next;
    }

    function clear() external {
        spare = 1;
        value = 0;
        spare = 0;
    }

    function keep() external returns (uint256 held) {
        assembly {
            tstore(0, 4)
            held := tload(0)
        }
    }

    function kept() external returns (uint256 held) {
        assembly {
            held := tload(0)
        }
    }

    function baseFee() external returns (uint256) {
        spare = 1;
        return block.basefee;
    }

    function halt() external {
        spare = 1;
        assembly {
            invalid()
        }
    }

    receive() external payable {}
}

/// forge-config: default.isolate = true
contract IsolatedTest {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    Held held = new Held();

    function test_isolatedWrites() public {
        held.put(5);
        held.put(0);
        held.put(1);
        held.clear();
    }

    function test_isolatedReads() public view returns (uint256) {
        return held.value() + held.value();
    }

    function test_isolatedTransient() public {
        assembly {
            tstore(0, 3)
        }
        require(held.keep() == 4 && held.kept() == 0);
        uint256 own;
        assembly {
            own := tload(0)
        }
        require(own == 3);
    }

    function test_isolatedBaseFee() public {
        vm.fee(7);
        require(held.baseFee() == 0 && block.basefee == 7);
    }

    function test_isolatedCreation() public {
        Held made = new Held();
        made.put(2);
        new Held{salt: 0}();
    }

    function test_isolatedHalts() public {
        (bool success,) = address(held).call{gas: 100_000}(abi.encodeCall(Held.halt, ()));
        require(!success);
    }

    function test_isolatedPayments() public {
        (bool success,) = address(held).call{value: 1}("");
        (bool paid,) = address(0xbeef).call{value: 2}("");
        (bool called,) = address(2).call(hex"01");
        require(success && paid && called);
        (bool hadEnough,) = address(held).call{gas: 150}(abi.encodeCall(Held.put, (9)));
        require(!hadEnough);
    }

    function test_isolatedAccessList() public {
        Vm.AccessListItem[] memory list = new Vm.AccessListItem[](1);
        list[0] = Vm.AccessListItem(address(held), new bytes32[](1));
        vm.accessList(list);
        held.put(5);
        vm.noAccessList();
        held.put(6);
    }

    receive() external payable {}
}
