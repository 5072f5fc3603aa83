// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { CreationWithDepositary } from "./CreationBehavior.sol";

/// @title InstrumentManager: createInstrumentWithDepositary. See CreationBehavior.sol.
contract CreateInstrumentWithDepositaryTest is CreationWithDepositary {
    function _create(InstrumentId id, IInstrumentManager.InstrumentTerms memory its) internal override {
        instruments.createInstrumentWithDepositary(id, its, answering);
    }
}
