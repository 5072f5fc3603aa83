// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { CreationWithDepositary, CreationWithWhitelist } from "./CreationBehavior.sol";

/// @title InstrumentManager: createPrivateInstrumentWithDepositary. See CreationBehavior.sol.
contract CreatePrivateInstrumentWithDepositaryTest is CreationWithWhitelist, CreationWithDepositary {
    function _create(InstrumentId id, IInstrumentManager.InstrumentTerms memory its) internal override {
        instruments.createPrivateInstrumentWithDepositary(id, its, whitelist, answering);
    }
}
