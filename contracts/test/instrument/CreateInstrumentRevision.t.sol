// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { ManagementBehavior } from "./ManagementBehavior.sol";

/// @title InstrumentManager: createInstrumentRevision.
contract CreateInstrumentRevisionTest is ManagementBehavior {
    function _change(InstrumentId instrumentId) internal override {
        instruments.createInstrumentRevision(instrumentId, bytes32("new"));
    }

    function test_RevertWhen_TheFingerprintIsMissing() external {
        _bond(ID);
        vm.prank(issuer);
        refuses(_termsInvalid(ID));
        instruments.createInstrumentRevision(ID, 0);
    }

    function test_Privilege_DATA_PROVIDER_TA_HadItUntilTheTransactionBefore() external {
        _traditional(ID);
        revokeOn(address(instruments), providerTa, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        _refusesTo(providerTa, ID, notHeld(providerTa, Privileges.INSTRUMENT_DATA_PROVIDER));
    }

    function test_Privilege_DATA_PROVIDER_TA_HasIt_ForATraditionalOne() external {
        _traditional(ID);
        _changes(providerTa, ID);
        check(instruments.isLatestInstrumentRevision(ID, 2), "revision");
    }

    function test_ARevisionKeepsTheNewFingerprintAndNothingElse() external {
        _bond(ID);
        IInstrumentManager.Instrument memory expected = instruments.getInstrument(ID);
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentRevised(ID, 2, bytes32("new"));
        _changes(issuer, ID);
        (expected.privateDataVersion, expected.privateDataFp) = (2, bytes32("new"));
        same(
            keccak256(abi.encode(instruments.getInstrument(ID))),
            keccak256(abi.encode(expected)),
            "instrument"
        );
        same(instruments.getInstrumentMetadata(ID).revision, 2, "metadata");
    }

    /// @dev Whatever is done to an instrument in between, only a revision makes its number rise, and by one.
    function test_P38_TheRevisionRisesByOneAndNeverOtherwise(bytes32 seed) external {
        _private(ID);
        uint32 revision = 1;
        for (uint256 i; i < 24; ++i) {
            uint256 what = uint256(keccak256(abi.encode(seed, i))) % 5;
            vm.prank(issuer);
            if (what < 3) {
                instruments.createInstrumentRevision(ID, keccak256(abi.encode(seed, i)));
                ++revision;
            } else if (what == 3) {
                instruments.updateWhitelist(ID, _list(baltic), i % 2 == 0);
            } else {
                refuses(_termsInvalid(ID));
                instruments.createInstrumentRevision(ID, 0);
            }
            same(instruments.getInstrument(ID).privateDataVersion, revision, "revision");
            check(instruments.isLatestInstrumentRevision(ID, revision), "latest");
            check(!instruments.isLatestInstrumentRevision(ID, revision - 1), "former");
            check(!instruments.isLatestInstrumentRevision(ID, revision + 1), "next");
        }
    }

    function test_TwoInstrumentsAreRevisedApart() external {
        _bond(ID);
        _bond(SECOND);
        _changes(issuer, ID);
        check(instruments.isLatestInstrumentRevision(ID, 2), "revised");
        check(instruments.isLatestInstrumentRevision(SECOND, 1), "the other");
    }

    function test_Privilege_ISSUER_IsRequiredOfTheIssuerOnly() external {
        _bond(ID);
        grantOn(address(instruments), alpen, Privileges.INSTRUMENT_ISSUER);
        _refusesTo(alpen, ID, _issuerRequired(ID, alpen));
    }
}
