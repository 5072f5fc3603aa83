// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { LegType } from "../types/Leg.sol";

/// @title Groups of leg types.
library LegTypes {
    /// @dev Moves within a registry. Built in.
    function isDigital(LegType legType) internal pure returns (bool) {
        return legType == LegType.DIGITAL || isCoordinated(legType);
    }

    /// @dev A digital leg that also needs its transaction coordinator.
    function isCoordinated(LegType legType) internal pure returns (bool) {
        return legType == LegType.DIGITAL_WITH_COORDINATOR || legType == LegType.TXC;
    }

    /// @dev Moves outside the ledger: reported and confirmed, without anything to settle here. Built in.
    function isOffLedger(LegType legType) internal pure returns (bool) {
        return legType == LegType.EXTERNAL || legType == LegType.TRADITIONAL;
    }

    /// @dev Locked by its sender and unlocked by its receiver, in separate calls.
    function isHtlc(LegType legType) internal pure returns (bool) {
        return legType == LegType.HTLC;
    }

    /// @dev Sender and receiver confirm it like a digital leg: no payment, no lock.
    function isConfirmed(LegType legType) internal pure returns (bool) {
        return !isOffLedger(legType) && !isHtlc(legType);
    }

    /// @dev Managed by the delivery manager itself, not by a leg manager.
    function isBuiltIn(LegType legType) internal pure returns (bool) {
        return isDigital(legType) || isOffLedger(legType);
    }
}
