// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function setArbitraryStorage(address target) external;
    function expectRevert() external;
    function snapshotState() external returns (uint256);
    function revertToState(uint256 id) external returns (bool);
}

contract Far {
    uint256 public value = 1;

    function set(uint256 to) external {
        value = to;
    }
}

contract Near {
    function reach(Far far) external {
        far.set(7);
    }

    function reachAndFail(Far far) external {
        far.set(7);
        revert("failed");
    }

    function reachBelow(Far far, bool again) external {
        try this.reachAndFail(far) {} catch {}
        if (again) far.set(7);
    }

    function back(address test, bytes calldata data) external {
        (bool ok,) = test.call(data);
        require(ok);
    }
}

contract Reached {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    Far far = new Far();
    Near near = new Near();
    uint256 zero;

    function setZero(uint256 to) external {
        zero = to;
    }

    function reachAndFail() external {
        near.reach(far);
        revert("failed");
    }

    function look() internal view {
        require(address(far).balance == 0);
    }

    function test_reached() public {
        near.reach(far);
        look();
    }

    function test_failed() public {
        try near.reachAndFail(far) {} catch {}
        look();
    }

    function test_failedThenReached() public {
        try near.reachAndFail(far) {} catch {}
        near.reach(far);
        near.reach(far);
        look();
    }

    function test_failedAsExpectedThenReached() public {
        vm.expectRevert();
        near.reachAndFail(far);
        near.reach(far);
        look();
    }

    function test_reachedThenFailed() public {
        near.reach(far);
        try near.reachAndFail(far) {} catch {}
        look();
    }

    function test_failedBelowThenReached() public {
        near.reachBelow(far, false);
        near.reach(far);
        look();
    }

    function test_failedBelowAndReachedThere() public {
        near.reachBelow(far, true);
        look();
    }

    function test_failedInItsOwnThenReached() public {
        try this.reachAndFail() {} catch {}
        near.reach(far);
        look();
    }

    function test_failedInTheTestThenReached() public {
        (bool ok,) = address(near).delegatecall(abi.encodeCall(Near.reachAndFail, (far)));
        require(!ok);
        near.reach(far);
        look();
    }

    function test_failedBeforeTheSnapshot() public {
        try near.reachAndFail(far) {} catch {}
        uint256 id = vm.snapshotState();
        near.reach(far);
        vm.revertToState(id);
        near.reach(far);
        look();
    }

    function test_failedAfterTheSnapshot() public {
        uint256 id = vm.snapshotState();
        try near.reachAndFail(far) {} catch {}
        vm.revertToState(id);
        near.reach(far);
        look();
    }

    function test_lookedAtThenFailed() public {
        look();
        try near.reachAndFail(far) {} catch {}
        near.reach(far);
        look();
    }

    function test_originalWhereItIsReachedFromOutside() public {
        zero = 1;
        far.value();
        near.back(address(this), abi.encodeCall(this.setZero, (2)));
        zero = 0;
    }

    function test_originalWhereItIsReachedAnew() public {
        zero = 1;
        near.back(address(this), abi.encodeCall(this.setZero, (2)));
        far.value();
        zero = 0;
    }

    function test_madeUpStaysWarm() public {
        vm.setArbitraryStorage(address(far));
        require(far.value() == far.value());
    }
}
