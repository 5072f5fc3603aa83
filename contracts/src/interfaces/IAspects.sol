// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Aspect } from "../types/Dapp.sol";

/// @title Aspects: what other dApps attach to the entities of this one.
interface IAspects {
    event AspectSet(
        bytes32 indexed entityId, bytes32 indexed aspectId, bytes32 aspectRecordId, address indexed owner
    );
    event AspectUnset(bytes32 indexed entityId, bytes32 indexed aspectId, address indexed owner);

    error AspectEntityUnknown(bytes32 entityId);
    error AspectIdMissing();
    error AspectOwnedByOther(bytes32 entityId, bytes32 aspectId, address owner);
    error AspectNotSet(bytes32 entityId, bytes32 aspectId);

    /// @notice A dApp with the privilege for it sets an aspect, or changes one that it set itself.
    function setAspect(bytes32 entityId, bytes32 aspectId, bytes32 aspectRecordId) external;

    /// @notice The dApp that set it.
    function unsetAspect(bytes32 entityId, bytes32 aspectId) external;

    /// @return The aspect; owner 0 where nothing is set.
    function getAspect(bytes32 entityId, bytes32 aspectId) external view returns (Aspect memory);
}
