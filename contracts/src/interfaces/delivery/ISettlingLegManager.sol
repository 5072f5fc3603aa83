// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Leg } from "../../types/Leg.sol";
import { ILegManager } from "./ILegManager.sol";

/// @title The manager of a leg type that moves assets on the ledger.
/// @notice The delivery manager stores the confirmations, the leg manager holds the assets. Only the delivery manager
/// calls the functions that change something.
interface ISettlingLegManager is ILegManager {
    error LegDeliveryManagerRequired(address caller);
    error LegReceivingAccountMissing(bytes32 legRef);

    /// @notice The sender confirmed; `data`: its account.
    function confirmSender(bytes32 legRef, Leg calldata leg, bytes calldata data) external;

    /// @notice The receiver sets its account; again until it confirms.
    function setReceivingAccount(bytes32 legRef, Leg calldata leg, bytes calldata data) external;

    /// @notice The receiver confirmed; `data`: its account, or empty if set before.
    function confirmReceiver(bytes32 legRef, Leg calldata leg, bytes calldata data) external;

    /// @notice Moves the leg's assets to the receiver: all confirmations are made.
    function settle(bytes32 legRef, Leg calldata leg) external;

    /// @notice Returns the leg's assets to the sender: the delivery is canceled.
    function release(bytes32 legRef, Leg calldata leg) external;

    /// @notice The only delivery manager whose calls it accepts.
    function deliveryManager() external view returns (address);
}
