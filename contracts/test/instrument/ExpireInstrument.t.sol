// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId, InstrumentState } from "../../src/types/Instrument.sol";
import { ManagementBehavior } from "./ManagementBehavior.sol";

/// @title InstrumentManager: expireInstrument.
contract ExpireInstrumentTest is ManagementBehavior {
    function _change(InstrumentId instrumentId) internal override {
        instruments.expireInstrument(instrumentId);
    }

    function _stillManaged(InstrumentId instrumentId) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IInstrumentManager.InstrumentStillManaged.selector, instrumentId);
    }

    function test_RevertWhen_TheOperatorEndsWhatItsIssuerManages() external {
        _bond(ID);
        _refusesTo(supervisor, ID, _stillManaged(ID));
    }

    function test_RevertWhen_TheOperatorEndsWhatADataProviderManages() external {
        _provided(ID);
        _unregister(issuer);
        _refusesTo(supervisor, ID, _stillManaged(ID));
        _traditional(SECOND);
        _refusesTo(supervisor, SECOND, _stillManaged(SECOND));
    }

    function test_RevertWhen_TheOperatorWantsMoreThanToEndIt() external {
        _private(ID);
        _unregister(issuer);
        vm.startPrank(supervisor);
        refuses(_issuerRequired(ID, supervisor));
        instruments.createInstrumentRevision(ID, bytes32("new"));
        refuses(_issuerRequired(ID, supervisor));
        instruments.updateWhitelist(ID, _list(baltic), true);
        refuses(_issuerRequired(ID, supervisor));
        instruments.makePublic(ID);
    }

    function test_Privilege_OPERATOR_HasItNot() external {
        _bond(ID);
        _unregister(issuer);
        _refusesTo(alpen, ID, _issuerRequired(ID, alpen));
    }

    function test_Privilege_OPERATOR_HadItUntilTheTransactionBefore() external {
        _bond(ID);
        _unregister(issuer);
        revokeOn(address(instruments), supervisor, Privileges.INSTRUMENT_OPERATOR);
        _refusesTo(supervisor, ID, _issuerRequired(ID, supervisor));
    }

    function test_Privilege_OPERATOR_HasIt_WhereTheIssuerLeftThePlatform() external {
        _bond(ID);
        _unregister(issuer);
        _changes(supervisor, ID);
        check(!instruments.isValidInstrument(ID), "valid");
    }

    function test_Privilege_OPERATOR_HasIt_WhereTheIssuerAndTheProviderLostTheRight() external {
        _provided(ID);
        revokeOn(address(instruments), issuer, Privileges.INSTRUMENT_ISSUER);
        _refusesTo(supervisor, ID, _stillManaged(ID));
        revokeOn(address(instruments), provider, Privileges.INSTRUMENT_DATA_PROVIDER);
        _changes(supervisor, ID);
        check(!instruments.isValidInstrument(ID), "valid");
    }

    function test_Privilege_OPERATOR_WhoIsTheIssuerTooEndsItsOwn() external {
        grantOn(address(instruments), issuer, Privileges.INSTRUMENT_OPERATOR);
        _bond(ID);
        _changes(issuer, ID);
        check(!instruments.isValidInstrument(ID), "valid");
    }

    function test_AnExpiredOneIsNoLongerValidAndSaysSo() external {
        _bond(ID);
        check(instruments.isValidInstrument(ID), "valid");
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentStateChanged(ID, InstrumentState.EXPIRED);
        _changes(issuer, ID);
        check(!instruments.isValidInstrument(ID), "still valid");
        check(instruments.getInstrument(ID).state == InstrumentState.EXPIRED, "state");
    }
}
