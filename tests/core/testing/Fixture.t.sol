// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function assertEq(uint256 left, uint256 right) external pure;
    function assertGt(uint256 left, uint256 right, string calldata error) external pure;
    function assume(bool condition) external pure;
    function expectEmit() external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function mockCall(address callee, bytes calldata data, bytes calldata answer) external;
    function prank(address sender) external;
    function revertToState(uint256 id) external returns (bool);
    function roll(uint256 number) external;
    function skip(bool skipTest, string calldata reason) external;
    function snapshotState() external returns (uint256);
    function store(address target, bytes32 slot, bytes32 value) external;
    function warp(uint256 time) external;
    function ffi(string[] calldata command) external returns (bytes memory);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8, bytes32, bytes32);
    function addr(uint256 key) external pure returns (address);
}

library Doubling {
    function twice(uint256 value) external pure returns (uint256) {
        return value * 2;
    }
}

contract Counter {
    error TooLarge(uint256 given, uint256 most);
    event Counted(address indexed by, uint256 count);

    uint256 public count;
    address public owner = msg.sender;

    function add(uint256 amount) external {
        if (amount > 100) revert TooLarge(amount, 100);
        count += amount;
        emit Counted(msg.sender, count);
    }

    function onlyOwner() external view returns (uint256) {
        require(msg.sender == owner, "not the owner");
        return block.timestamp;
    }
}

contract FixtureTest {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    Counter counter;
    uint256 depth;

    event Counted(address indexed by, uint256 count);

    function setUp() public {
        counter = new Counter();
        vm.warp(1000);
    }

    function testAdds() public {
        counter.add(5);
        vm.assertEq(counter.count(), 5);
    }

    function testWrongSum() public {
        counter.add(5);
        vm.assertEq(counter.count(), 6);
    }

    function testTooFewFails() public view {
        vm.assertGt(counter.count(), 10000, "too few");
    }

    function testCustomError() public {
        counter.add(101);
    }

    function testPanics() public view {
        counter.count() - 1;
    }

    function testExpectsRevert() public {
        vm.expectRevert(abi.encodeWithSelector(Counter.TooLarge.selector, 200, 100));
        counter.add(200);
    }

    function testExpectsWrongRevert() public {
        vm.expectRevert(bytes("other"));
        counter.add(200);
    }

    function testExpectsRevertThatDoesNotCome() public {
        vm.expectRevert();
        counter.add(1);
    }

    function testExpectsEmit() public {
        vm.expectEmit();
        emit Counted(address(this), 7);
        counter.add(7);
    }

    function testExpectsOtherEmit() public {
        vm.expectEmit();
        emit Counted(address(this), 8);
        counter.add(7);
    }

    function testPranks() public {
        vm.prank(address(0xbeef));
        vm.expectRevert(bytes("not the owner"));
        counter.onlyOwner();
        vm.assertEq(counter.onlyOwner(), 1000);
    }

    function testMocks() public {
        vm.mockCall(address(counter), abi.encodeWithSignature("count()"), abi.encode(42));
        vm.assertEq(counter.count(), 42);
    }

    function testGoesBack() public {
        uint256 id = vm.snapshotState();
        counter.add(3);
        vm.roll(77);
        vm.revertToState(id);
        vm.assertEq(counter.count(), 0);
        vm.assertEq(block.number, 1);
    }

    function testStores() public {
        vm.store(address(counter), bytes32(0), bytes32(uint256(9)));
        vm.assertEq(counter.count(), 9);
    }

    function testSkips() public {
        vm.skip(true, "not today");
    }

    function testLinks() public pure {
        vm.assertEq(Doubling.twice(21), 42);
    }

    function testSigns() public pure {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(1, keccak256("text"));
        require(ecrecover(keccak256("text"), v, r, s) == vm.addr(1), "another signer");
    }

    function testFuzz_neverAboveThousand(uint256 value) public pure {
        vm.assume(value > 10);
        require(value < 1000, "above a thousand");
    }

    function testRunsAProcess() public {
        vm.ffi(new string[](1));
    }
}

contract BrokenSetUp {
    function setUp() public pure {
        require(false, "no ground");
    }

    function testNothing() public {}
}

interface RecordingVm {
    struct ChainInfo {
        uint256 forkId;
        uint256 chainId;
    }

    struct StorageAccess {
        address account;
        bytes32 slot;
        bool isWrite;
        bytes32 previousValue;
        bytes32 newValue;
        bool reverted;
    }

    struct AccountAccess {
        ChainInfo chainInfo;
        uint8 kind;
        address account;
        address accessor;
        bool initialized;
        uint256 oldBalance;
        uint256 newBalance;
        bytes deployedCode;
        uint256 value;
        bytes data;
        bool reverted;
        StorageAccess[] storageAccesses;
        uint64 depth;
        uint64 oldNonce;
        uint64 newNonce;
    }

    function startStateDiffRecording() external;
    function stopAndReturnStateDiff() external returns (AccountAccess[] memory);
    function getStateDiff() external view returns (string memory);
    function getStateDiffJson() external view returns (string memory);
    function parseJson(string calldata text) external pure returns (bytes memory);
    function toString(bytes32 value) external pure returns (string memory);
}

contract RecordingTest {
    RecordingVm constant vm = RecordingVm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    Counter counter = new Counter();

    function change() internal {
        vm.startStateDiffRecording();
        counter.add(5);
        counter.add(2);
        try counter.add(101) {} catch {}
        payable(address(0xbeef)).transfer(3);
    }

    function testDiffAsText() public {
        change();
        revert(vm.getStateDiff());
    }

    function testDiffAsJson() public {
        change();
        revert(vm.getStateDiffJson());
    }

    function testDiffAsAccesses() public {
        change();
        RecordingVm.AccountAccess[] memory all = vm.stopAndReturnStateDiff();
        for (uint256 i = 0; i < all.length; i++) all[i].deployedCode = "";
        revert(vm.toString(keccak256(abi.encode(all))));
    }

    function testJsonAsBytes() public pure {
        revert(vm.toString(keccak256(vm.parseJson('{"b":[1,-2],"a":{"d":"hai","c":"0x0102"},"n":null}'))));
    }
}
