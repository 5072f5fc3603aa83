// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DeliveryState } from "../types/DeliveryState.sol";

/// @dev What the ledger keeps of a delivery. The bits of up to five legs share the first slot with everything else
/// that changes, so that a usual delivery takes three slots, and a confirmation writes one.
struct DeliveryRecord {
    address creator;
    uint40 valueDate;
    DeliveryState state;
    uint8 numLegs;
    uint40 flagsOfFew;
    bytes32 privateDataFp;
    bytes32 legsHash;
    uint256 flagsOfMany;
}

/// @title Reads and writes the bits of LegFlags, wherever a record keeps them.
library DeliveryRecords {
    uint256 private constant FEW = 5;

    function flags(DeliveryRecord storage record) internal view returns (uint256) {
        return record.numLegs > FEW ? record.flagsOfMany : record.flagsOfFew;
    }

    function setFlags(DeliveryRecord storage record, uint256 flags_) internal {
        if (record.numLegs > FEW) record.flagsOfMany = flags_;
        else record.flagsOfFew = uint40(flags_);
    }
}
