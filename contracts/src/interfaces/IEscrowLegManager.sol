// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Leg } from "../types/Leg.sol";
import { ISettlingLegManager } from "./ISettlingLegManager.sol";

/// @title The manager of a leg type whose assets are tokens, held in escrow of its own from the sender's confirmation
/// until the delivery is settled or canceled.
/// @notice A token is a dApp of type "token". Its owner lets the leg manager take it, by the token's own `approve`.
/// Account data is always empty: tokens know no accounts. Where the token does not let an asset go back, the delivery is
/// canceled all the same, so that one token cannot keep the other legs; what is then owed is had by `reclaim`.
///
/// A token whose transfers move another quantity than asked for is refused. One whose balances change by themselves
/// must not be registered: what it takes from the escrow is missing to its last owner. What is sent to the escrow past a
/// delivery stays there.
interface IEscrowLegManager is ISettlingLegManager {
    /// @notice The delivery is canceled, but the token did not let the leg's asset go back.
    event LegReleaseOwed(bytes32 indexed legRef, address indexed owner);
    /// @notice What was owed has gone back.
    event LegReclaimed(bytes32 indexed legRef, address indexed owner);

    error LegManagerSelfRequired(address caller);
    error LegAlreadyHeld(bytes32 legRef);
    error LegNotHeld(bytes32 legRef);
    error LegNotOwed(bytes32 legRef);
    /// @notice Too little gas is left to give the asset back; the transaction that cancels needs more.
    error LegReleaseGasMissing(uint256 gas);
    /// @notice Another quantity left or arrived than the leg's, whatever the token says.
    error LegTokenMovedOtherwise(address token);

    /// @notice By anybody: gives back to the leg's sender what `release` could not.
    function reclaim(bytes32 legRef, Leg calldata leg) external;

    /// @notice The leg manager itself only: gives back to the leg's sender, or changes nothing.
    function giveBack(Leg calldata leg) external;

    /// @return Whether the leg's asset is in escrow for an open delivery.
    function isHeld(bytes32 legRef) external view returns (bool);

    /// @return Whether the leg's asset is still in escrow, although its delivery is canceled.
    function isOwed(bytes32 legRef) external view returns (bool);

    /// @notice The platform that it belongs to.
    function platform() external view returns (address);

    /// @return 300,000: what a token may use to give one leg's asset back.
    function RELEASE_GAS() external pure returns (uint256);
}
