// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Aspect } from "../types/Dapp.sol";

/// @title Aspects: records that other dApps attach to the entities of this dApp.
interface IAspects {
    event AspectSet(
        bytes32 indexed entityId, bytes32 indexed aspectId, bytes32 aspectRecordId, address indexed owner
    );
    event AspectUnset(bytes32 indexed entityId, bytes32 indexed aspectId, address indexed owner);

    error AspectEntityUnknown(bytes32 entityId);
    error AspectIdMissing();
    error AspectOwnedByOther(bytes32 entityId, bytes32 aspectId, address owner);
    error AspectNotSet(bytes32 entityId, bytes32 aspectId);

    /// @notice A dApp with the privilege sets an aspect, or changes its own.
    function setAspect(bytes32 entityId, bytes32 aspectId, bytes32 aspectRecordId) external;

    /// @notice Removes an aspect: only the dApp that set it.
    function unsetAspect(bytes32 entityId, bytes32 aspectId) external;

    /// @return The aspect; owner 0 if it is not set.
    function getAspect(bytes32 entityId, bytes32 aspectId) external view returns (Aspect memory);
}
