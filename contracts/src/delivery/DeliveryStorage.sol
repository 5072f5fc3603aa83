// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import { PrivilegeCheck } from "../access/PrivilegeCheck.sol";
import { IDeliveryManager } from "../interfaces/delivery/IDeliveryManager.sol";
import { IPlatformManager } from "../interfaces/IPlatformManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";
import { DeliveryId } from "../types/Delivery.sol";
import { Leg } from "../types/Leg.sol";
import { DeliveryRecord } from "./DeliveryRecords.sol";
import { LegDuties } from "./LegDuties.sol";
import { LegManagerStore, LegManagers } from "./LegManagers.sol";

/// @custom:storage-location erc7201:connex.DeliveryManager
struct DeliveryStore {
    mapping(DeliveryId => DeliveryRecord) records;
    LegManagerStore managers;
}

/// @title What the parts of the delivery manager share: its state, and settlement.
/// @dev Its addresses are part of the code, so that a call reads no slot for them. New code must have the same.
abstract contract DeliveryStorage is ReentrancyGuardTransient {
    using LegDuties for Leg[];
    using LegManagers for LegManagerStore;

    /// @dev keccak256(abi.encode(uint256(keccak256("connex.DeliveryManager")) - 1)) & ~bytes32(uint256(0xff))
    bytes32 private constant STORE = 0x27ad02d9b408d246157d74bdafa5c121072ec174ce2c24095451a8eddda38000;

    address internal immutable platformAddr;
    address internal immutable privilegeManagerAddr;
    IStandings internal immutable standings;

    modifier only(bytes32 privilege) {
        PrivilegeCheck.require_(privilegeManagerAddr, msg.sender, privilege);
        _;
    }

    constructor(address platform_, address privilegeManager_) {
        (platformAddr, privilegeManagerAddr) = (platform_, privilegeManager_);
        standings = IPlatformManager(platform_).standings();
    }

    function _store() internal pure returns (DeliveryStore storage store) {
        bytes32 slot = STORE;
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            store.slot := slot
        }
    }

    function _reference(DeliveryId deliveryId, uint256 legIdx) internal pure returns (bytes32) {
        return keccak256(abi.encode(deliveryId, legIdx));
    }

    /// @dev All confirmations are recorded. Every leg moves now, or none.
    function _settle(DeliveryId deliveryId, Leg[] calldata legs) internal {
        standings.requireAllActive(legs.tenants());
        emit IDeliveryManager.DeliverySettled(deliveryId);
        for (uint256 i; i < legs.length; ++i) {
            _store().managers.settle(_reference(deliveryId, i), legs[i]);
        }
    }
}
