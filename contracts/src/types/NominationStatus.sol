// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// @dev The spelling of CANCELLED is the specification's. A rejected and a revoked nomination both end there.
enum NominationStatus {
    NONE,
    NOMINATED,
    COMMITTED,
    CANCELLED
}
