// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title What every change of an instrument has in common: its issuer and who made it may, and nobody else.
abstract contract ManagementBehavior is InstrumentFixture {
    /// @dev The one call that the test is about.
    function _change(InstrumentId instrumentId) internal virtual;

    /// @dev An instrument that the issuer can change so.
    function _own(InstrumentId instrumentId) internal virtual {
        _bond(instrumentId);
    }

    /// @dev An instrument that the data provider, who made it, can change so.
    function _others(InstrumentId instrumentId) internal virtual {
        _provided(instrumentId);
    }

    function _changes(address by, InstrumentId instrumentId) internal {
        vm.prank(by);
        _change(instrumentId);
    }

    function _refusesTo(address by, InstrumentId instrumentId, bytes memory err) internal {
        vm.prank(by);
        refuses(err);
        _change(instrumentId);
    }

    function test_RevertWhen_ItIsUnknown() external {
        _refusesTo(issuer, ID, _unknown(ID));
    }

    function test_RevertWhen_ItHasExpired() external {
        _own(ID);
        vm.prank(issuer);
        instruments.expireInstrument(ID);
        _refusesTo(issuer, ID, _expired(ID));
    }

    function test_RevertWhen_TheCallerIsNeitherItsIssuerNorWhoMadeIt() external {
        _own(ID);
        _refusesTo(alpen, ID, _issuerRequired(ID, alpen));
        _refusesTo(provider, ID, _issuerRequired(ID, provider));
        _others(SECOND);
        _refusesTo(providerTa, SECOND, _issuerRequired(SECOND, providerTa));
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        _own(ID);
        revokeOn(address(instruments), issuer, Privileges.INSTRUMENT_ISSUER);
        _refusesTo(issuer, ID, notHeld(issuer, Privileges.INSTRUMENT_ISSUER));
    }

    function test_Privilege_ISSUER_HasItNot_ThoughItIsTheIssuer() external {
        revokeOn(address(instruments), issuer, Privileges.INSTRUMENT_ISSUER);
        _others(ID);
        _refusesTo(issuer, ID, notHeld(issuer, Privileges.INSTRUMENT_ISSUER));
    }

    function test_Privilege_ISSUER_HasIt_AlsoForWhatAProviderMade() external {
        _own(ID);
        _others(SECOND);
        _changes(issuer, ID);
        _changes(issuer, SECOND);
    }

    function test_Privilege_DATA_PROVIDER_HadItUntilTheTransactionBefore() external {
        _others(ID);
        revokeOn(address(instruments), provider, Privileges.INSTRUMENT_DATA_PROVIDER);
        _refusesTo(provider, ID, notHeld(provider, Privileges.INSTRUMENT_DATA_PROVIDER));
    }

    function test_Privilege_DATA_PROVIDER_TA_IsNotEnoughForADigitalOne() external {
        _others(ID);
        revokeOn(address(instruments), provider, Privileges.INSTRUMENT_DATA_PROVIDER);
        grantOn(address(instruments), provider, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        _refusesTo(provider, ID, notHeld(provider, Privileges.INSTRUMENT_DATA_PROVIDER));
    }

    function test_Privilege_DATA_PROVIDER_HasIt_ForWhatItMade() external {
        _others(ID);
        _changes(provider, ID);
    }
}
