// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Chosen by the creator of a delivery, at random; used once.
type DeliveryId is bytes32;

/// @dev CREATED: nobody has confirmed anything yet. PENDING: somebody has. SETTLED and CANCELED are final.
enum DeliveryState {
    NONE,
    CREATED,
    PENDING,
    CANCELED,
    SETTLED
}

/// @dev The spelling of PARTIALY_CONFIRMED is the specification's.
enum DeliveryLegState {
    NONE,
    CREATED,
    DELIVERED,
    CONFIRMED,
    PARTIALY_CONFIRMED
}
