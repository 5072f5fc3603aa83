// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Leg } from "../types/Leg.sol";
import { ILegManager } from "./ILegManager.sol";

/// @title What a delivery manager asks of the manager of a leg type that moves something on the ledger.
/// @notice The delivery manager keeps who has confirmed; a leg manager keeps, or has kept, what the leg moves. Every
/// call that changes something comes from the delivery manager.
interface ISettlingLegManager is ILegManager {
    error LegDeliveryManagerRequired(address caller);
    error LegReceivingAccountMissing(bytes32 legRef);

    /// @notice The sender has confirmed; `data` says from where.
    function confirmSender(bytes32 legRef, Leg calldata leg, bytes calldata data) external;

    /// @notice The receiver says to where; may be called again until the receiver has confirmed.
    function setReceivingAccount(bytes32 legRef, Leg calldata leg, bytes calldata data) external;

    /// @notice The receiver has confirmed; with empty `data`, to where was said before.
    function confirmReceiver(bytes32 legRef, Leg calldata leg, bytes calldata data) external;

    /// @notice All confirmations are there: move.
    function settle(bytes32 legRef, Leg calldata leg) external;

    /// @notice The delivery is canceled: give back whatever is kept for the leg.
    function release(bytes32 legRef, Leg calldata leg) external;

    /// @notice The one delivery manager whose calls it takes.
    function deliveryManager() external view returns (address);
}
