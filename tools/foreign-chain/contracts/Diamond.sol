// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A proxy of many implementations (ERC-2535), with their storage at a constant position.
contract Diamond {
    struct FacetCut {
        address facet;
        uint8 action;
        bytes4[] selectors;
    }

    mapping(bytes4 selector => address) private facets;

    event DiamondCut(FacetCut[] cut, address init, bytes data);

    error NoFacet(bytes4 selector);

    constructor(FacetCut[] memory cut) {
        for (uint256 at; at < cut.length; at++)
            for (uint256 each; each < cut[at].selectors.length; each++) facets[cut[at].selectors[each]] = cut[at].facet;
        emit DiamondCut(cut, address(0), "");
    }

    fallback() external payable {
        address facet = facets[msg.sig];
        if (facet == address(0)) revert NoFacet(msg.sig); // fails: noFacet
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

library CounterStorage {
    bytes32 internal constant POSITION = keccak256("foreign.counter");

    struct Counter {
        uint256 count;
        mapping(address by => uint256) shares;
    }

    function counter() internal pure returns (Counter storage at) {
        bytes32 position = POSITION;
        assembly {
            at.slot := position
        }
    }
}

contract CounterFacet {
    event Counted(address indexed by, uint256 count);

    function increase(uint256 by) external {
        CounterStorage.Counter storage counter = CounterStorage.counter();
        counter.count += by;
        counter.shares[msg.sender] += by;
        emit Counted(msg.sender, counter.count);
    }

    function read(address who) external view returns (uint256 count, uint256 share) {
        CounterStorage.Counter storage counter = CounterStorage.counter();
        return (counter.count, counter.shares[who]);
    }
}

contract FailingFacet {
    error Facet(string why, uint64[2] codes);

    function boom() external pure {
        revert Facet("facet boom", [uint64(1), 2]); // fails: facet
    }
}
