// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev Chosen by whoever creates the instrument; used once in an instrument manager.
type InstrumentId is bytes32;
