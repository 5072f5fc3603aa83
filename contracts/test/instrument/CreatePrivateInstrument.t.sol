// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { CreationWithWhitelist } from "./CreationBehavior.sol";

/// @title InstrumentManager: createPrivateInstrument. See CreationBehavior.sol.
contract CreatePrivateInstrumentTest is CreationWithWhitelist {
    function _create(InstrumentId id, IInstrumentManager.InstrumentTerms memory its) internal override {
        instruments.createPrivateInstrument(id, its, whitelist);
    }
}
