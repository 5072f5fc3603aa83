// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { CreationWithDecimals, CreationWithDepositary, CreationWithWhitelist } from "./CreationBehavior.sol";

/// @title InstrumentManager: createPrivateInstrumentWithDepositaryV2. See CreationBehavior.sol.
contract CreatePrivateInstrumentWithDepositaryV2Test is
    CreationWithWhitelist,
    CreationWithDepositary,
    CreationWithDecimals
{
    function _create(InstrumentId id, IInstrumentManager.InstrumentTerms memory its) internal override {
        instruments.createPrivateInstrumentWithDepositaryV2(id, its, whitelist, answering, decimals);
    }
}
