// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {TransparentUpgradeableProxy} from "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

contract CounterV1 is Initializable, UUPSUpgradeable {
    /// @custom:storage-location erc7201:foreign.owner
    struct OwnerStorage {
        address owner;
    }

    // keccak256(abi.encode(uint256(keccak256("foreign.owner")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant OWNER = 0xb56f416eb38bdca0495924968fe9eae1c6970a203e9c6dc015b10f2ddaee4400;

    error NotOwner(address caller);

    event Added(address indexed by, uint256 count);

    uint256 public count;

    modifier onlyOwner() {
        if (msg.sender != _owner().owner) revert NotOwner(msg.sender); // fails: notOwner
        _;
    }

    function initialize(address owner) external initializer {
        _owner().owner = owner;
    }

    function add(uint256 amount) external virtual onlyOwner {
        count += amount;
        emit Added(msg.sender, count);
    }

    function _owner() private pure returns (OwnerStorage storage at) {
        assembly {
            at.slot := OWNER
        }
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}
}

contract CounterV2 is CounterV1 {
    uint256 public step;

    function setStep(uint256 next) external onlyOwner {
        step = next;
    }
}

contract Box is Initializable {
    uint256 public value;

    function store(uint256 next) external {
        require(next != value, "Box: the same"); // fails: same
        value = next;
    }
}

contract BoxFactory {
    event Made(address box);

    function make(address box, uint256 value) external returns (address made) {
        made = Clones.clone(box);
        Box(made).store(value);
        emit Made(made);
    }
}
