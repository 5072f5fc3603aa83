// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DeliveryId } from "../../types/Delivery.sol";
import { Leg } from "../../types/Leg.sol";

/// @title How a delivery ends without settling.
/// @notice Canceling releases every earmark and returns everything in escrow, in the same transaction.
///
/// | a payment was reported | a leg is locked | who cancels |
/// | --- | --- | --- |
/// | no | no | while an investor owes a confirmation, or from the expiry on: any investor alone; else every investor's vote |
/// | yes | no | every investor's vote; from the expiry on, the operator where no arbiter is in good standing |
/// | no | yes | from the locks' deadlines on, any participant |
/// | yes | yes | nobody; from the locks' deadlines on, any participant takes the locks back, which ends this row |
///
/// A registrar refuses in every row, for a reason; while a leg is locked, only as long as it has not confirmed: the key
/// of a lock can be used only after every registrar has. An investor whose only counterparty is the registrar cancels
/// alone.
///
/// Warning: a canceled delivery does not return a payment. Whoever received it returns it outside the ledger.
interface IDeliveryCancellations {
    /// @notice A registrar refuses, for a reason. An investor cancels, or votes to cancel, by the table of
    /// IDeliveryCancellations.
    /// @param reasonFp Fingerprint of the reason; 0 for none. A registrar needs a reason.
    function cancelDelivery(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp) external;

    /// @notice delivery.OPERATOR cancels an expired delivery, in the place of a registrar: a payment was reported, and
    /// no registrar that is neither sender nor receiver of a leg is a tenant in good standing.
    /// @param reasonFp Fingerprint of the reason; never 0.
    function cancelExpired(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp) external;

    /// @notice Any participant, once the deadline of every lock of the delivery has passed. Where a payment was
    /// reported, it returns what was locked, and the delivery continues. Otherwise it cancels.
    /// @param reasonFp Fingerprint of the reason; 0 for none.
    function unlockAndCancel(DeliveryId deliveryId, Leg[] calldata legs, bytes32 reasonFp) external;

    /// @notice By anybody: releases a leg of a canceled delivery whose manager failed when it was canceled. Without
    /// effect where nothing is left of it.
    function releaseLeg(DeliveryId deliveryId, Leg[] calldata legs, uint256 legIdx) external;
}
