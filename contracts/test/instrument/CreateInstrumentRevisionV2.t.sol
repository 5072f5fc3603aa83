// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { Log } from "../support/Vm.sol";
import { ManagementBehavior } from "./ManagementBehavior.sol";

/// @title InstrumentManager: createInstrumentRevisionV2.
contract CreateInstrumentRevisionV2Test is ManagementBehavior {
    function _change(InstrumentId instrumentId) internal override {
        instruments.createInstrumentRevisionV2(instrumentId, bytes32("new"), 4);
    }

    function _fixed(InstrumentId instrumentId) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IInstrumentManager.InstrumentDecimalsFixed.selector, instrumentId, 2);
    }

    function test_RevertWhen_TheFingerprintIsMissing() external {
        _bond(ID);
        vm.prank(issuer);
        refuses(_termsInvalid(ID));
        instruments.createInstrumentRevisionV2(ID, 0, 4);
    }

    function test_RevertWhen_TheDecimalsAreMoreThan18() external {
        _bond(ID);
        vm.prank(issuer);
        refuses(_termsInvalid(ID));
        instruments.createInstrumentRevisionV2(ID, bytes32("new"), 19);
    }

    function test_RevertWhen_ARegistryKeepsItWithOtherDecimals() external {
        InstrumentId unchanged = InstrumentId.wrap("bond");
        _refusesTo(issuer, unchanged, _fixed(unchanged));
        check(instruments.isLatestInstrumentRevision(unchanged, 1), "revised");
    }

    function test_RevertWhen_ATraditionalOneGetsOtherDecimals() external {
        _traditional(ID);
        _refusesTo(providerTa, ID, _fixed(ID));
    }

    function test_DecimalsMayChangeWhileNoRegistryKeepsIt() external {
        _bond(ID);
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentRevised(ID, 2, bytes32("new"));
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentDecimalsChanged(ID, 4);
        _changes(issuer, ID);
        IInstrumentManager.Instrument memory revised = instruments.getInstrument(ID);
        same(revised.decimals, 4, "decimals");
        same(revised.privateDataVersion, 2, "revision");
        same(revised.privateDataFp, bytes32("new"), "fingerprint");
    }

    function test_TheSameDecimalsAreAlwaysWelcome() external {
        InstrumentId unchanged = InstrumentId.wrap("bond");
        vm.recordLogs();
        vm.prank(issuer);
        instruments.createInstrumentRevisionV2(unchanged, bytes32("new"), 2);
        Log[] memory logs = vm.getRecordedLogs();
        same(logs.length, 1, "events");
        same(logs[0].topics[0], IInstrumentManager.InstrumentRevised.selector, "event");
        check(instruments.isLatestInstrumentRevision(unchanged, 2), "revision");
    }
}
