// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { CreationBehavior } from "./CreationBehavior.sol";

/// @title InstrumentManager: createInstrument. See CreationBehavior.sol.
contract CreateInstrumentTest is CreationBehavior {
    function _create(InstrumentId id, IInstrumentManager.InstrumentTerms memory its) internal override {
        instruments.createInstrument(id, its);
    }
}
