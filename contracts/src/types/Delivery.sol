// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @dev The hash of a delivery's terms: see IDeliveryManager.deliveryIdOf.
type DeliveryId is bytes32;

using { isSameId as ==, isOtherId as != } for DeliveryId global;

function isSameId(DeliveryId one, DeliveryId other) pure returns (bool) {
    return DeliveryId.unwrap(one) == DeliveryId.unwrap(other);
}

function isOtherId(DeliveryId one, DeliveryId other) pure returns (bool) {
    return DeliveryId.unwrap(one) != DeliveryId.unwrap(other);
}

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
