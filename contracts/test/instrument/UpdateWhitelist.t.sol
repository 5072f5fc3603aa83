// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { Log } from "../support/Vm.sol";
import { ManagementBehavior } from "./ManagementBehavior.sol";

/// @title InstrumentManager: updateWhitelist, isWhitelisted.
contract UpdateWhitelistTest is ManagementBehavior {
    function _change(InstrumentId instrumentId) internal override {
        instruments.updateWhitelist(instrumentId, _list(baltic), true);
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

    function _update(address[] memory tenants, bool whitelisted) private {
        vm.prank(issuer);
        instruments.updateWhitelist(ID, tenants, whitelisted);
    }

    function test_RevertWhen_ItIsPublic() external {
        _bond(ID);
        _refusesTo(issuer, ID, abi.encodeWithSelector(IInstrumentManager.InstrumentNotPrivate.selector, ID));
    }

    function test_RevertWhen_NobodyIsNamed() external {
        _private(ID);
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentWhitelistInvalid.selector));
        instruments.updateWhitelist(ID, _list(address(0)), true);
    }

    function test_RevertWhen_TheInstrumentIsUnknown() external {
        refuses(_unknown(ID));
        instruments.isWhitelisted(ID, alpen);
    }

    function test_EachChangeIsEmitted() external {
        _private(ID);
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentWhitelistUpdated(ID, baltic, true);
        _update(_list(baltic), true);
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentWhitelistUpdated(ID, alpen, false);
        _update(_list(alpen), false);
        address[] memory listed = instruments.getInstrumentMetadata(ID).whitelistedTenants;
        same(listed.length, 1, "listed");
        same(listed[0], baltic, "who");
    }

    function test_WhatChangesNothingTellsNothing() external {
        _private(ID);
        vm.recordLogs();
        _update(_list(alpen), true);
        _update(_list(baltic), false);
        Log[] memory logs = vm.getRecordedLogs();
        same(logs.length, 0, "events");
    }

    function test_P39_OneListSaysNothingOfAnother() external {
        _private(ID);
        _private(SECOND);
        _update(_list(rhone), true);
        check(instruments.isWhitelisted(ID, rhone), "listed");
        check(!instruments.isWhitelisted(SECOND, rhone), "the other list");
    }

    function test_APublicOneIsForEverybody() external {
        _bond(ID);
        check(instruments.isWhitelisted(ID, stranger), "stranger");
    }

    /// @dev After any order of additions and removals, exactly those are on the list who were put on it last.
    function test_P39_TheListIsWhatWasPutOnIt(bytes32 seed) external {
        _private(ID);
        address[5] memory tenants = [alpen, baltic, rhone, stranger, issuer];
        bool[5] memory expected = [true, false, false, false, false];
        for (uint256 i; i < 20; ++i) {
            uint256 random = uint256(keccak256(abi.encode(seed, i)));
            uint256 who = random % 5;
            expected[who] = (random >> 8) % 2 == 0;
            _update(_list(tenants[who]), expected[who]);
            uint256 count;
            for (uint256 j; j < 5; ++j) {
                check(instruments.isWhitelisted(ID, tenants[j]) == expected[j], "listed");
                if (expected[j]) ++count;
            }
            same(instruments.getInstrumentMetadata(ID).whitelistedTenants.length, count, "length");
        }
    }
}
