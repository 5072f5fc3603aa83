// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { LegType } from "../types/Leg.sol";

/// @title What leg types have in common.
library LegTypes {
    /// @dev Moves within a registry; kept by the delivery manager itself.
    function isDigital(LegType legType) internal pure returns (bool) {
        return legType == LegType.DIGITAL || isCoordinated(legType);
    }

    /// @dev A digital leg that also needs its transaction coordinator.
    function isCoordinated(LegType legType) internal pure returns (bool) {
        return legType == LegType.DIGITAL_WITH_COORDINATOR || legType == LegType.TXC;
    }

    /// @dev Moves outside the ledger: reported and confirmed, and nothing to settle here. Kept by the delivery manager
    /// itself too.
    function isOffLedger(LegType legType) internal pure returns (bool) {
        return legType == LegType.EXTERNAL || legType == LegType.TRADITIONAL;
    }

    /// @dev Locked by its sender and unlocked by its receiver, in calls of their own.
    function isHtlc(LegType legType) internal pure returns (bool) {
        return legType == LegType.HTLC;
    }

    /// @dev Sender and receiver confirm it like a digital leg: no payment, no lock.
    function isConfirmed(LegType legType) internal pure returns (bool) {
        return !isOffLedger(legType) && !isHtlc(legType);
    }

    /// @dev Kept by the delivery manager itself and not by a contract of its own.
    function isBuiltIn(LegType legType) internal pure returns (bool) {
        return isDigital(legType) || isOffLedger(legType);
    }
}
