// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vm {
    function cool(address target) external;
    function coolSlot(address target, bytes32 slot) external;
    function warmSlot(address target, bytes32 slot) external;
}

contract Pair {
    uint256 public one = 1;
    uint256 public two = 2;

    function set(uint256 to) external {
        one = to;
    }
}

contract Cooled {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    Pair pair = new Pair();

    function test_itStaysWarm() public {
        require(address(pair).balance == 0);
        vm.cool(address(pair));
        require(address(pair).balance == 0);
    }

    function test_itIsNotReached() public {
        vm.cool(address(pair));
        require(address(pair).balance == 0);
    }

    function test_itsSlotsAreCold() public {
        require(pair.one() == 1 && pair.two() == 2);
        vm.cool(address(pair));
        require(pair.one() == 1 && pair.two() == 2);
    }

    function test_itsSlotsBeginAnew() public {
        pair.set(5);
        vm.cool(address(pair));
        pair.set(1);
    }

    function test_aSlotIsCold() public {
        require(pair.one() == 1 && pair.two() == 2);
        vm.coolSlot(address(pair), 0);
        require(pair.one() == 1 && pair.two() == 2);
    }

    function test_aSlotBeginsAnew() public {
        pair.set(5);
        vm.coolSlot(address(pair), 0);
        pair.set(1);
    }

    function test_aSlotOfNoneIsNotReached() public {
        vm.coolSlot(address(pair), 0);
        require(address(pair).balance == 0);
    }

    function test_aSlotIsWarm() public {
        require(pair.one() == 1);
        vm.coolSlot(address(pair), 0);
        vm.warmSlot(address(pair), 0);
        require(pair.one() == 1);
    }

    function test_aSlotThatNobodyReached() public {
        require(pair.one() == 1);
        vm.warmSlot(address(pair), bytes32(uint256(1)));
        require(pair.two() == 2);
    }

    function test_aWarmSlotOfNone() public {
        vm.warmSlot(address(pair), 0);
        require(pair.one() == 1);
    }

    function test_aWarmSlotOfNoneIsNotReached() public {
        vm.warmSlot(address(pair), 0);
        require(address(pair).balance == 0);
    }

    function test_aSlotIsWarmAsBefore() public {
        pair.set(5);
        vm.coolSlot(address(pair), 0);
        vm.warmSlot(address(pair), 0);
        pair.set(1);
    }
}
