// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentState } from "../../src/types/Instrument.sol";
import { Log } from "../support/Vm.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title InstrumentManager: notifyRegistered.
contract NotifyRegisteredTest is InstrumentFixture {
    function _notify(address by) private {
        vm.prank(by);
        instruments.notifyRegistered(ID);
    }

    function test_Privilege_DAPP_HasItNot() external {
        _bond(ID);
        refuses(notHeld(issuer, Privileges.INSTRUMENT_DAPP));
        _notify(issuer);
    }

    function test_Privilege_DAPP_HadItUntilTheTransactionBefore() external {
        _bond(ID);
        revokeOn(address(instruments), address(registries), Privileges.INSTRUMENT_DAPP);
        refuses(notHeld(address(registries), Privileges.INSTRUMENT_DAPP));
        _notify(address(registries));
    }

    function test_RevertWhen_ItIsUnknownOrHasExpired() external {
        refuses(_unknown(ID));
        _notify(address(registries));
        _bond(ID);
        vm.prank(issuer);
        instruments.expireInstrument(ID);
        refuses(_expired(ID));
        _notify(address(registries));
    }

    function test_Privilege_DAPP_HasIt_AndTheInstrumentIsRegisteredOnce() external {
        _bond(ID);
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentStateChanged(ID, InstrumentState.REGISTERED);
        _notify(address(registries));
        check(instruments.getInstrument(ID).state == InstrumentState.REGISTERED, "state");
        vm.recordLogs();
        _notify(address(registries));
        Log[] memory logs = vm.getRecordedLogs();
        same(logs.length, 0, "emitted twice");
        check(instruments.isValidInstrument(ID), "valid");
    }
}
