// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Chosen at random by the creator of a delivery; unique.
type DeliveryId is bytes32;

/// @dev CREATED: without a confirmation yet. PENDING: with one. SETTLED and CANCELED are final.
enum DeliveryState {
    NONE,
    CREATED,
    PENDING,
    CANCELED,
    SETTLED
}

/// @dev The specification spells PARTIALY_CONFIRMED so.
enum DeliveryLegState {
    NONE,
    CREATED,
    DELIVERED,
    CONFIRMED,
    PARTIALY_CONFIRMED
}
