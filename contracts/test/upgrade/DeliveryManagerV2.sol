// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryManager } from "../../src/delivery/DeliveryManager.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";

/// @title A second version of the delivery manager: its storage grows at the end, and it can do one thing more.
contract DeliveryManagerV2 is DeliveryManager {
    uint256 public migratedAt;
    mapping(DeliveryId => bytes32) public notes;

    constructor(address platform_, address privilegeManager_)
        DeliveryManager(platform_, privilegeManager_)
    { }

    function migrate() external {
        migratedAt = block.timestamp;
    }

    function note(DeliveryId deliveryId, bytes32 text) external {
        notes[deliveryId] = text;
    }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}
