// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { CreationWithDecimals, CreationWithDepositary } from "./CreationBehavior.sol";

/// @title InstrumentManager: createInstrumentWithDepositaryV2. See CreationBehavior.sol.
contract CreateInstrumentWithDepositaryV2Test is CreationWithDepositary, CreationWithDecimals {
    function _create(InstrumentId id, IInstrumentManager.InstrumentTerms memory its) internal override {
        instruments.createInstrumentWithDepositaryV2(id, its, answering, decimals);
    }
}
