// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { ManagementBehavior } from "./ManagementBehavior.sol";

/// @title InstrumentManager: makePublic.
contract MakePublicTest is ManagementBehavior {
    function _change(InstrumentId instrumentId) internal override {
        instruments.makePublic(instrumentId);
    }

    function _own(InstrumentId instrumentId) internal override {
        _private(instrumentId);
    }

    function _others(InstrumentId instrumentId) internal override {
        IInstrumentManager.InstrumentTerms memory others =
            terms(InstrumentId.unwrap(instrumentId), InstrumentType.PRIVATE);
        vm.prank(provider);
        instruments.createPrivateInstrument(instrumentId, others, _list(alpen));
    }

    function test_RevertWhen_ItIsPublicAlready() external {
        bytes memory err = abi.encodeWithSelector(IInstrumentManager.InstrumentNotPrivate.selector, ID);
        _bond(ID);
        _refusesTo(issuer, ID, err);
        _private(SECOND);
        _changes(issuer, SECOND);
        err = abi.encodeWithSelector(IInstrumentManager.InstrumentNotPrivate.selector, SECOND);
        _refusesTo(issuer, SECOND, err);
    }

    function test_EverybodyMayHoldItAfterwards() external {
        _private(ID);
        check(!instruments.isWhitelisted(ID, stranger), "before");
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentMadePublic(ID);
        _changes(issuer, ID);
        check(instruments.isWhitelisted(ID, stranger), "after");
        check(!instruments.getInstrument(ID).privatePlacementFlag, "flag");
    }
}
