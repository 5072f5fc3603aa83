// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { AssetClass, InstrumentId, InstrumentState } from "../../src/types/Instrument.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title InstrumentManager: getInstrument, getInstrumentMetadata, assetClassOf, whitelistPage, isValidInstrument,
/// isLatestInstrumentRevision, issuerOrDepositary, platform, privilegeManager, implementation, kind, getVersion.
contract ViewsTest is InstrumentFixture {
    function test_RevertWhen_TheInstrumentIsUnknown() external {
        refuses(_unknown(ID));
        instruments.getInstrument(ID);
        refuses(_unknown(ID));
        instruments.getInstrumentMetadata(ID);
        refuses(_unknown(ID));
        instruments.assetClassOf(ID);
        refuses(_unknown(ID));
        instruments.whitelistPage(ID, 0, 1);
        refuses(_unknown(ID));
        instruments.isLatestInstrumentRevision(ID, 0);
        refuses(_unknown(ID));
        instruments.issuerOrDepositary(ID);
    }

    function test_AnUnknownOneIsNotValid() external view {
        check(!instruments.isValidInstrument(ID), "valid");
    }

    function test_WhatWasCreatedIsReadBack() external {
        _bond(ID);
        IInstrumentManager.Instrument memory made = instruments.getInstrument(ID);
        same(made.issuer, issuer, "issuer");
        same(made.decimals, 2, "decimals");
        same(instruments.getInstrumentMetadata(ID).identifier, InstrumentId.unwrap(ID), "identifier");
        check(instruments.assetClassOf(ID) == AssetClass.DIGITAL, "asset class");
        check(instruments.isValidInstrument(ID), "valid");
        check(instruments.isLatestInstrumentRevision(ID, 1), "revision");
        check(!instruments.isLatestInstrumentRevision(ID, 0), "no revision");
        same(instruments.issuerOrDepositary(ID), issuer, "answers");
    }

    function test_L6_AWhitelistIsReadInPages() external {
        _private(ID);
        vm.prank(issuer);
        instruments.updateWhitelist(ID, _list(baltic), true);
        address[] memory all = instruments.getInstrumentMetadata(ID).whitelistedTenants;
        same(instruments.whitelistPage(ID, 0, 1)[0], all[0], "first");
        same(instruments.whitelistPage(ID, 1, 99)[0], all[1], "second");
        same(instruments.whitelistPage(ID, 0, all.length).length, all.length, "all");
        same(instruments.whitelistPage(ID, all.length, 99).length, 0, "beyond");
        same(instruments.whitelistPage(ID, 1, 0).length, 0, "none");
    }

    function test_OneThatARegistryKeepsSaysSo() external view {
        check(
            instruments.getInstrument(InstrumentId.wrap("bond")).state == InstrumentState.REGISTERED, "state"
        );
    }

    function test_TheManagerSaysWhatItIs() external view {
        same(instruments.platform(), address(platform), "platform");
        check(instruments.privilegeManager() != address(0), "privilege manager");
        same(instruments.kind(), bytes32("InstrumentManager"), "kind");
        same(instruments.getVersion(), 1, "version");
        check(instruments.implementation().code.length > 0, "implementation");
    }
}
