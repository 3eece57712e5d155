// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function assume(bool condition) external pure;
    function setEvmVersion(string calldata version) external;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

contract Ledger {
    uint256 public total;
    bool public isArmed;
    address public stranger;

    function step() external {
        total++;
    }

    function arm() external {
        isArmed = true;
    }

    function fire() external view {
        assert(!isArmed);
    }

    function noteSender(address expected) external {
        if (msg.sender != expected && expected != address(0)) stranger = msg.sender;
    }

    function onlyEven(uint256 amount) external pure {
        vm.assume(amount % 2 == 0);
    }

    function refuse() external pure {
        revert("no");
    }

    function useLaterInstruction() external {
        assembly {
            tstore(0, 1)
        }
    }

    function useInvalid() external pure {
        assembly {
            invalid()
        }
    }
}

contract Base {
    Ledger ledger;
    bytes4[] chosen;

    function setUp() public virtual {
        ledger = new Ledger();
    }

    function targetSelectors() public view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(ledger), chosen);
    }
}

contract StaysSmall is Base {
    function setUp() public override {
        super.setUp();
        chosen = [Ledger.step.selector, Ledger.arm.selector, Ledger.refuse.selector];
    }

    function invariant_staysSmall() public view {
        require(ledger.total() < 3, "too large");
    }
}

contract AtTheEnd is Base {
    function setUp() public override {
        super.setUp();
        chosen = [Ledger.step.selector];
    }

    function invariant_holds() public view {}

    function afterInvariant() public view {
        require(ledger.total() < 2, "at the end");
    }
}

contract HandlerAsserts is Base {
    function setUp() public override {
        super.setUp();
        chosen = [Ledger.arm.selector, Ledger.fire.selector];
    }

    function invariant_holds() public view {}
}

contract Reverts is Base {
    function setUp() public override {
        super.setUp();
        chosen = [Ledger.refuse.selector];
    }

    /// forge-config: default.invariant.fail-on-revert = true
    function invariant_isNoFailure() public view {}

    function invariant_isOne() public view {}
}

contract Assumes is Base {
    function setUp() public override {
        super.setUp();
        chosen = [Ledger.onlyEven.selector];
    }

    function invariant_holds() public view {}
}

contract Senders is Base {
    function setUp() public override {
        super.setUp();
        chosen = [Ledger.step.selector];
    }

    function targetSenders() public pure returns (address[] memory senders) {
        senders = new address[](1);
        senders[0] = address(0xbeef);
    }

    function invariant_holds() public view {}
}

contract BrokenFromTheStart is Base {
    function setUp() public override {
        super.setUp();
        ledger.arm();
    }

    function invariant_isUnarmed() public view {
        require(!ledger.isArmed(), "armed");
    }
}

contract Nothing {
    function invariant_holds() public view {}
}

contract Fixtures {
    function fixtureAmount() public pure returns (uint256[] memory amounts) {
        amounts = new uint256[](1);
        amounts[0] = uint256(uint160(uint256(keccak256("rare")))) + block_();
    }

    function block_() internal pure returns (uint256) {
        return 12345;
    }

    function testFuzz_isNoFixture(uint256 amount) public pure {
        require(amount != uint256(uint160(uint256(keccak256("rare")))) + block_(), "the fixture");
    }
}

contract Prepared is Base {
    function beforeTestSetup(bytes4 test) public view returns (bytes[] memory calls) {
        if (test != this.test_isPrepared.selector) return calls;
        calls = new bytes[](1);
        calls[0] = abi.encodeCall(this.prepare, ());
    }

    function prepare() public {
        ledger.step();
    }

    function test_isPrepared() public view {
        require(ledger.total() == 0, "prepared");
    }

    function test_isNot() public view {
        require(ledger.total() == 0, "prepared");
    }
}

contract Strict {
    uint256 calls;

    function small(uint256 value) external pure {
        require(value < 10, "large");
    }

    function discard() external {
        calls++;
        vm.assume(false);
    }
}

/// forge-config: default.fuzz.fail_on_revert = false
contract OthersRevert {
    Strict strict = new Strict();

    function testFuzz_another(uint256 value) public view {
        strict.small(value);
    }

    function testFuzz_caught(uint256 value) public view {
        try strict.small(value) {}
        catch {
            revert("own");
        }
    }

    function testFuzz_own(uint256 value) public pure {
        require(value < 10, "own");
    }
}

/// forge-config: default.invariant.max_assume_rejects = 7
contract Discards {
    function setUp() public {
        new Strict();
    }

    function invariant_holds() public view {}
}

contract LaterInstruction is Base {
    function setUp() public override {
        super.setUp();
        vm.setEvmVersion("shanghai");
        chosen = [Ledger.useLaterInstruction.selector];
    }

    function invariant_holds() public view {}
}

contract InvalidInstruction is Base {
    function setUp() public override {
        super.setUp();
        chosen = [Ledger.useInvalid.selector];
    }

    function invariant_holds() public view {}
}
