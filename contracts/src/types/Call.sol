// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev One call of a batch that a tenant makes.
struct Call {
    address target;
    bytes data;
}
