// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { CreationWithDecimals, CreationWithWhitelist } from "./CreationBehavior.sol";

/// @title InstrumentManager: createPrivateInstrumentV2. See CreationBehavior.sol.
contract CreatePrivateInstrumentV2Test is CreationWithWhitelist, CreationWithDecimals {
    function _create(InstrumentId id, IInstrumentManager.InstrumentTerms memory its) internal override {
        instruments.createPrivateInstrumentV2(id, its, whitelist, decimals);
    }
}
