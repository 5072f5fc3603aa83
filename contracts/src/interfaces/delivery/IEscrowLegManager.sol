// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Leg } from "../../types/Leg.sol";
import { IDapp } from "../IDapp.sol";
import { ISettlingLegManager } from "./ISettlingLegManager.sol";
import { IUpgradable } from "../IUpgradable.sol";

/// @title The manager of a leg type whose assets are tokens. It holds them in escrow from the sender's confirmation
/// until the delivery settles or is canceled.
/// @notice A token is a dApp of type "token". Its owner approves the leg manager with the token's own `approve`.
/// Account data is always empty, because tokens have no accounts. If a token refuses to return an asset, the delivery
/// is canceled all the same, so that one token cannot block the other legs; the sender gets its asset by `reclaim`
/// later.
///
/// Warning: a token that moves another quantity than requested is refused. A token with rebasing balances must not be
/// registered: the last owner would bear its losses. Tokens sent to the escrow without a delivery stay there.
interface IEscrowLegManager is ISettlingLegManager, IDapp, IUpgradable {
    /// @notice The delivery is canceled, but the token refused to return the leg's asset.
    event LegReleaseOwed(bytes32 indexed legRef, address indexed owner);
    /// @notice The owed asset was returned.
    event LegReclaimed(bytes32 indexed legRef, address indexed owner);

    error LegManagerSelfRequired(address caller);
    /// @notice It is in escrow, or still owed from an earlier lock: reclaim that first.
    error LegAlreadyHeld(bytes32 legRef);
    error LegNotHeld(bytes32 legRef);
    error LegNotOwed(bytes32 legRef);
    /// @notice The canceling transaction has too little gas left to return the asset.
    error LegReleaseGasMissing(uint256 gas);
    /// @notice The token moved another quantity than the leg's.
    error LegTokenMovedOtherwise(address token);

    /// @notice By anybody: returns to the leg's sender what `release` could not.
    function reclaim(bytes32 legRef, Leg calldata leg) external;

    /// @notice The leg manager itself only: returns the asset to the leg's sender, or reverts.
    function giveBack(Leg calldata leg) external;

    /// @return Whether the leg's asset is in escrow for an open delivery.
    function isHeld(bytes32 legRef) external view returns (bool);

    /// @return Whether the asset of a canceled delivery is still in escrow.
    function isOwed(bytes32 legRef) external view returns (bool);

    /// @return 300,000: the gas that a token may use to return a leg's asset.
    function RELEASE_GAS() external pure returns (uint256);
}
