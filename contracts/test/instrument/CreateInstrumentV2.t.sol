// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { CreationWithDecimals } from "./CreationBehavior.sol";

/// @title InstrumentManager: createInstrumentV2. See CreationBehavior.sol.
contract CreateInstrumentV2Test is CreationWithDecimals {
    function _create(InstrumentId id, IInstrumentManager.InstrumentTerms memory its) internal override {
        instruments.createInstrumentV2(id, its, decimals);
    }
}
