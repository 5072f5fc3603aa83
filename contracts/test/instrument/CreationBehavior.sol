// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import {
    AssetClass,
    CreationMark,
    IdentifierType,
    InstrumentId,
    InstrumentState,
    InstrumentType
} from "../../src/types/Instrument.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title What every way of creating a digital instrument has in common.
abstract contract CreationBehavior is InstrumentFixture {
    bool internal hasDecimals;
    bool internal hasDepositary;
    bool internal isPrivate;
    uint8 internal decimals = 6;
    address[] internal whitelist;
    address internal answering;

    function setUp() public virtual override {
        super.setUp();
        answering = depositary;
        whitelist.push(alpen);
        whitelist.push(baltic);
    }

    /// @dev The one call that the test is about, with what it takes of decimals, whitelist and answering.
    function _create(InstrumentId instrumentId, IInstrumentManager.InstrumentTerms memory its)
        internal
        virtual;

    function _expected(address by, IInstrumentManager.InstrumentTerms memory its)
        private
        view
        returns (IInstrumentManager.Instrument memory)
    {
        return IInstrumentManager.Instrument({
            identifierType: its.identifierType,
            privateDataFp: its.privateDataFp,
            privateDataVersion: 1,
            issuer: its.issuer,
            state: InstrumentState.CREATED,
            instrumentType: its.instrumentType,
            managedBy: by,
            creationMark: its.creationMark,
            depositary: hasDepositary ? answering : address(0),
            decimals: hasDecimals ? decimals : 0,
            privatePlacementFlag: isPrivate
        });
    }

    function _createsAndReadsBack(address by, IInstrumentManager.InstrumentTerms memory its) private {
        IInstrumentManager.Instrument memory instrument = _expected(by, its);
        IInstrumentManager.InstrumentMetadata memory metadata = IInstrumentManager.InstrumentMetadata(
            its.identifier, AssetClass.DIGITAL, 1, isPrivate ? whitelist : new address[](0)
        );
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentCreated(ID, its.issuer, instrument, metadata);
        vm.prank(by);
        _create(ID, its);
        same(
            keccak256(abi.encode(instruments.getInstrument(ID))),
            keccak256(abi.encode(instrument)),
            "instrument"
        );
        same(
            keccak256(abi.encode(instruments.getInstrumentMetadata(ID))),
            keccak256(abi.encode(metadata)),
            "metadata"
        );
    }

    function test_Privilege_ISSUER_HasItNot() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        own.issuer = alpen;
        vm.prank(alpen);
        refuses(notHeld(alpen, Privileges.INSTRUMENT_ISSUER));
        _create(ID, own);
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        revokeOn(address(instruments), issuer, Privileges.INSTRUMENT_ISSUER);
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        refuses(notHeld(issuer, Privileges.INSTRUMENT_ISSUER));
        _create(ID, own);
    }

    function test_Privilege_DATA_PROVIDER_HadItUntilTheTransactionBefore() external {
        revokeOn(address(instruments), provider, Privileges.INSTRUMENT_DATA_PROVIDER);
        IInstrumentManager.InstrumentTerms memory others = _terms();
        vm.prank(provider);
        refuses(notHeld(provider, Privileges.INSTRUMENT_ISSUER));
        _create(ID, others);
    }

    function test_Privilege_DATA_PROVIDER_HasItNot() external {
        IInstrumentManager.InstrumentTerms memory others = _terms();
        others.issuer = alpen;
        vm.prank(issuer);
        refuses(_issuerRequired(ID, issuer));
        _create(ID, others);
    }

    function test_Privilege_DATA_PROVIDER_TA_IsNotEnoughForADigitalOne() external {
        IInstrumentManager.InstrumentTerms memory others = _terms();
        vm.prank(providerTa);
        refuses(notHeld(providerTa, Privileges.INSTRUMENT_ISSUER));
        _create(ID, others);
    }

    function test_RevertWhen_TheIdIsMissing() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentIdMissing.selector));
        _create(InstrumentId.wrap(0), own);
    }

    function test_RevertWhen_TheIdIsUsed() external {
        _bond(ID);
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentAlreadyExists.selector, ID));
        _create(ID, own);
    }

    function test_RevertWhen_TheIdIsThatOfAnExpiredOne() external {
        _bond(ID);
        vm.prank(issuer);
        instruments.expireInstrument(ID);
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentAlreadyExists.selector, ID));
        _create(ID, own);
    }

    function test_RevertWhen_TheIdentifierIsTaken() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        instruments.createInstrument(SECOND, own);
        vm.prank(issuer);
        refuses(
            abi.encodeWithSelector(
                IInstrumentManager.InstrumentIdentifierTaken.selector, IdentifierType.ISIN, ISIN
            )
        );
        _create(ID, own);
    }

    function test_RevertWhen_TheTermsAreIncomplete() external {
        for (uint256 i; i < 5; ++i) {
            IInstrumentManager.InstrumentTerms memory incomplete = _terms();
            if (i == 0) incomplete.identifierType = IdentifierType.NONE;
            if (i == 1) incomplete.identifier = 0;
            if (i == 2) incomplete.instrumentType = InstrumentType.NONE;
            if (i == 3) incomplete.privateDataFp = 0;
            if (i == 4) incomplete.issuer = address(0);
            vm.prank(provider);
            refuses(_termsInvalid(ID));
            _create(ID, incomplete);
        }
    }

    function test_Privilege_ISSUER_HasIt() external {
        _createsAndReadsBack(issuer, _terms());
        check(instruments.isValidInstrument(ID), "valid");
    }

    function test_Privilege_DATA_PROVIDER_HasIt() external {
        IInstrumentManager.InstrumentTerms memory others = _terms();
        others.issuer = alpen;
        _createsAndReadsBack(provider, others);
    }

    function test_TheCreationMarkIsStored() external {
        IInstrumentManager.InstrumentTerms memory marked = _terms();
        marked.creationMark = CreationMark.TO_IMPORT;
        _createsAndReadsBack(issuer, marked);
    }

    function test_TheSameIdentifierOfAnotherKindIsAnother() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        instruments.createInstrument(SECOND, own);
        own.identifierType = IdentifierType.DOCUMENT_REFERENCE;
        _createsAndReadsBack(issuer, own);
    }
}

/// @title And takes decimals.
abstract contract CreationWithDecimals is CreationBehavior {
    constructor() {
        hasDecimals = true;
    }

    function test_RevertWhen_TheDecimalsAreMoreThan18() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        decimals = 19;
        vm.prank(issuer);
        refuses(_termsInvalid(ID));
        _create(ID, own);
    }

    function test_P06_DecimalsAreStoredUpTo18(uint8 some) external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        decimals = some % 19;
        vm.prank(issuer);
        _create(ID, own);
        same(instruments.getInstrument(ID).decimals, decimals, "decimals");
    }
}

/// @title And names a depositary.
abstract contract CreationWithDepositary is CreationBehavior {
    constructor() {
        hasDepositary = true;
    }

    function _refusesTheDepositary(address none) private {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        answering = none;
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentDepositaryInvalid.selector, none));
        _create(ID, own);
    }

    function test_Privilege_DEPOSITARY_HasItNot() external {
        _refusesTheDepositary(alpen);
        _refusesTheDepositary(address(0));
    }

    function test_Privilege_DEPOSITARY_HadItUntilTheTransactionBefore() external {
        revokeOn(address(instruments), depositary, Privileges.INSTRUMENT_DEPOSITARY);
        _refusesTheDepositary(depositary);
    }

    function test_Privilege_DEPOSITARY_HasIt_AndAnswersInTheIssuersPlace() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        _create(ID, own);
        same(instruments.issuerOrDepositary(ID), depositary, "answers");
    }
}

/// @title And is for those on a list.
abstract contract CreationWithWhitelist is CreationBehavior {
    constructor() {
        isPrivate = true;
    }

    function test_RevertWhen_NobodyIsOnTheList() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        whitelist.push(address(0));
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentWhitelistInvalid.selector));
        _create(ID, own);
    }

    function test_P39_OnlyThoseOnTheListMayHoldIt() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        vm.prank(issuer);
        _create(ID, own);
        check(instruments.isWhitelisted(ID, alpen), "alpen");
        check(instruments.isWhitelisted(ID, baltic), "baltic");
        check(!instruments.isWhitelisted(ID, rhone), "rhone");
        check(!instruments.isWhitelisted(ID, issuer), "not even the issuer");
    }

    function test_WhoIsNamedTwiceIsOnTheListOnce() external {
        IInstrumentManager.InstrumentTerms memory own = _terms();
        whitelist.push(alpen);
        vm.prank(issuer);
        _create(ID, own);
        same(instruments.getInstrumentMetadata(ID).whitelistedTenants.length, 2, "listed");
    }
}
