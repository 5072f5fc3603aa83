// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Chosen by the creator of a delivery, at random; used once.
type DeliveryId is bytes32;
