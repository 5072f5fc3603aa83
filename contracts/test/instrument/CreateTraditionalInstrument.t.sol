// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { AssetClass, CreationMark, IdentifierType, InstrumentId } from "../../src/types/Instrument.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title InstrumentManager: createTraditionalInstrument.
contract CreateTraditionalInstrumentTest is InstrumentFixture {
    function _create(address by, InstrumentId id, IInstrumentManager.InstrumentTerms memory its) private {
        vm.prank(by);
        instruments.createTraditionalInstrument(id, its, 3);
    }

    function test_Privilege_DATA_PROVIDER_TA_HasItNot() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        refuses(notHeld(issuer, Privileges.INSTRUMENT_DATA_PROVIDER_TA));
        _create(issuer, ID, own);
    }

    function test_Privilege_DATA_PROVIDER_TA_HadItUntilTheTransactionBefore() external {
        revokeOn(address(instruments), providerTa, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        IInstrumentManager.InstrumentTerms memory others = _terms();
        refuses(notHeld(providerTa, Privileges.INSTRUMENT_DATA_PROVIDER_TA));
        _create(providerTa, ID, others);
    }

    function test_Privilege_DATA_PROVIDER_HadItUntilTheTransactionBefore() external {
        revokeOn(address(instruments), provider, Privileges.INSTRUMENT_DATA_PROVIDER);
        IInstrumentManager.InstrumentTerms memory others = _terms();
        refuses(notHeld(provider, Privileges.INSTRUMENT_DATA_PROVIDER_TA));
        _create(provider, ID, others);
    }

    function test_RevertWhen_TheIdIsMissingOrUsed() external {
        IInstrumentManager.InstrumentTerms memory others = _terms();
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentIdMissing.selector));
        _create(providerTa, InstrumentId.wrap(0), others);
        _bond(ID);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentAlreadyExists.selector, ID));
        _create(providerTa, ID, others);
    }

    function test_RevertWhen_TheIdentifierIsTakenByAnotherTraditionalOne() external {
        _create(providerTa, ID, _terms());
        IInstrumentManager.InstrumentTerms memory others = _terms();
        refuses(
            abi.encodeWithSelector(
                IInstrumentManager.InstrumentIdentifierTaken.selector, IdentifierType.ISIN, ISIN
            )
        );
        _create(provider, SECOND, others);
    }

    function test_RevertWhen_TheTermsAreIncompleteOrTheDecimalsTooMany() external {
        IInstrumentManager.InstrumentTerms memory others = _terms();
        vm.prank(providerTa);
        refuses(_termsInvalid(ID));
        instruments.createTraditionalInstrument(ID, others, 19);
        others.identifier = 0;
        refuses(_termsInvalid(ID));
        _create(providerTa, ID, others);
    }

    /// @dev No registry could import it.
    function test_RevertWhen_ItIsMarkedForImport() external {
        IInstrumentManager.InstrumentTerms memory others = _terms();
        others.creationMark = CreationMark.TO_IMPORT;
        refuses(_termsInvalid(ID));
        _create(providerTa, ID, others);
    }

    function test_Privilege_DATA_PROVIDER_TA_HasIt() external {
        _create(providerTa, ID, _terms());
        IInstrumentManager.Instrument memory made = instruments.getInstrument(ID);
        same(made.managedBy, providerTa, "managed by");
        same(made.issuer, issuer, "issuer");
        same(made.decimals, 3, "decimals");
        check(!made.privatePlacementFlag, "private");
        check(instruments.getInstrumentMetadata(ID).assetClass == AssetClass.TRADITIONAL, "asset class");
    }

    function test_Privilege_DATA_PROVIDER_HasIt() external {
        _create(provider, ID, _terms());
        same(instruments.getInstrument(ID).managedBy, provider, "managed by");
    }

    function test_ADigitalInstrumentMayHaveATraditionalTwin() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        instruments.createInstrument(SECOND, own);
        _create(providerTa, ID, own);
        same(instruments.getInstrumentMetadata(ID).identifier, ISIN, "identifier");
    }
}
