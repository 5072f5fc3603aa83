// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";

/// @title A second version of the instrument manager: its storage grows at the end, and it can do one thing more.
contract InstrumentManagerV2 is InstrumentManager {
    mapping(InstrumentId => bytes32) public ratings;
    uint256 public migratedAt;

    function migrate() external {
        migratedAt = block.timestamp;
    }

    function rate(InstrumentId instrumentId, bytes32 rating) external {
        ratings[instrumentId] = rating;
    }

    function getVersion() external pure override returns (uint256) {
        return 2;
    }
}
