// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import {
    AssetClass,
    CreationMark,
    IdentifierType,
    InstrumentState,
    InstrumentType
} from "../../src/types/InstrumentEnums.sol";
import { InstrumentId } from "../../src/types/InstrumentId.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

contract InstrumentManagerTest is DeliveryWorld {
    InstrumentId private constant ID = InstrumentId.wrap("instrument");
    bytes32 private constant ISIN = "DE000CNX0025";

    function _terms() private view returns (IInstrumentManager.InstrumentTerms memory) {
        return terms(ISIN, InstrumentType.BOND);
    }

    function _list(address tenant) private pure returns (address[] memory tenants) {
        tenants = new address[](1);
        tenants[0] = tenant;
    }

    function test_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        instruments.init(address(this), address(this));
    }

    function test_RevertWhen_TheCallerIsNoIssuer() external {
        vm.prank(alpen);
        refuses(notHeld(alpen, Privileges.INSTRUMENT_ISSUER));
        instruments.createInstrument(ID, _terms());
    }

    function test_RevertWhen_TheIssuerLostTheRightTheTransactionBefore() external {
        vm.prank(issuer);
        instruments.createInstrument(ID, _terms());
        revokeOn(address(instruments), issuer, Privileges.INSTRUMENT_ISSUER);
        vm.prank(issuer);
        refuses(notHeld(issuer, Privileges.INSTRUMENT_ISSUER));
        instruments.createInstrument(InstrumentId.wrap("second"), terms("other", InstrumentType.FUND));
    }

    function test_RevertWhen_AnIssuerNamesAnother() external {
        IInstrumentManager.InstrumentTerms memory others = _terms();
        others.issuer = alpen;
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentIssuerRequired.selector, ID, issuer));
        instruments.createInstrument(ID, others);
    }

    function test_RevertWhen_TheIdIsMissingOrUsed() external {
        vm.startPrank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentIdMissing.selector));
        instruments.createInstrument(InstrumentId.wrap(0), _terms());
        instruments.createInstrument(ID, _terms());
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentAlreadyExists.selector, ID));
        instruments.createInstrument(ID, terms("other", InstrumentType.BOND));
    }

    function test_RevertWhen_TheIdentifierIsTaken() external {
        vm.startPrank(issuer);
        instruments.createInstrument(ID, _terms());
        refuses(
            abi.encodeWithSelector(
                IInstrumentManager.InstrumentIdentifierTaken.selector, IdentifierType.ISIN, ISIN
            )
        );
        instruments.createInstrument(InstrumentId.wrap("second"), _terms());
    }

    function test_RevertWhen_TheTermsAreIncomplete() external {
        bytes memory err = abi.encodeWithSelector(IInstrumentManager.InstrumentTermsInvalid.selector, ID);
        IInstrumentManager.InstrumentTerms memory incomplete;
        vm.startPrank(issuer);
        for (uint256 i; i < 4; ++i) {
            incomplete = _terms();
            if (i == 0) incomplete.identifierType = IdentifierType.NONE;
            if (i == 1) incomplete.identifier = 0;
            if (i == 2) incomplete.instrumentType = InstrumentType.NONE;
            if (i == 3) incomplete.privateDataFp = 0;
            refuses(err);
            instruments.createInstrument(ID, incomplete);
        }
        refuses(err);
        instruments.createInstrumentV2(ID, _terms(), 19);
        instruments.createInstrument(ID, _terms());
        refuses(err);
        instruments.createInstrumentRevision(ID, 0);
    }

    function test_RevertWhen_TheDepositaryIsNone() external {
        vm.startPrank(issuer);
        bytes memory err =
            abi.encodeWithSelector(IInstrumentManager.InstrumentDepositaryInvalid.selector, alpen);
        refuses(err);
        instruments.createInstrumentWithDepositary(ID, _terms(), alpen);
        refuses(err);
        instruments.createInstrumentWithDepositaryV2(ID, _terms(), alpen, 2);
        refuses(err);
        instruments.createPrivateInstrumentWithDepositary(ID, _terms(), _list(alpen), alpen);
        refuses(err);
        instruments.createPrivateInstrumentWithDepositaryV2(ID, _terms(), _list(alpen), alpen, 2);
    }

    function test_RevertWhen_ATraditionalOneIsCreatedWithoutTheRight() external {
        vm.prank(issuer);
        refuses(notHeld(issuer, Privileges.INSTRUMENT_DATA_PROVIDER));
        instruments.createTraditionalInstrument(ID, _terms(), 0);
    }

    function test_RevertWhen_AnybodyButIssuerOrManagerChangesIt() external {
        vm.prank(issuer);
        instruments.createPrivateInstrument(ID, _terms(), _list(alpen));
        bytes memory err =
            abi.encodeWithSelector(IInstrumentManager.InstrumentIssuerRequired.selector, ID, alpen);
        vm.startPrank(alpen);
        refuses(err);
        instruments.createInstrumentRevision(ID, bytes32("new"));
        refuses(err);
        instruments.updateWhitelist(ID, _list(alpen), true);
        refuses(err);
        instruments.makePublic(ID);
        refuses(err);
        instruments.expireInstrument(ID);
    }

    function test_RevertWhen_APublicOneIsTreatedAsPrivate() external {
        vm.startPrank(issuer);
        instruments.createInstrument(ID, _terms());
        bytes memory err = abi.encodeWithSelector(IInstrumentManager.InstrumentNotPrivate.selector, ID);
        refuses(err);
        instruments.updateWhitelist(ID, _list(alpen), true);
        refuses(err);
        instruments.makePublic(ID);
    }

    function test_RevertWhen_NobodyIsWhitelisted() external {
        vm.startPrank(issuer);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentWhitelistInvalid.selector));
        instruments.createPrivateInstrument(ID, _terms(), _list(address(0)));
        instruments.createPrivateInstrument(ID, _terms(), _list(alpen));
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentWhitelistInvalid.selector));
        instruments.updateWhitelist(ID, _list(address(0)), true);
    }

    function test_RevertWhen_ItHasExpired() external {
        vm.startPrank(issuer);
        instruments.createInstrument(ID, _terms());
        instruments.expireInstrument(ID);
        refuses(abi.encodeWithSelector(IInstrumentManager.InstrumentExpired.selector, ID));
        instruments.createInstrumentRevision(ID, bytes32("new"));
    }

    function test_RevertWhen_ItIsUnknown() external {
        bytes memory err = abi.encodeWithSelector(IInstrumentManager.InstrumentUnknown.selector, ID);
        refuses(err);
        instruments.getInstrument(ID);
        refuses(err);
        instruments.getInstrumentMetadata(ID);
        refuses(err);
        instruments.isWhitelisted(ID, alpen);
        refuses(err);
        instruments.issuerOrDepositary(ID);
        check(!instruments.isValidInstrument(ID), "valid");
    }

    function test_RevertWhen_AnybodyButARegistryManagerNotifies() external {
        refuses(notHeld(address(this), Privileges.INSTRUMENT_DAPP));
        instruments.notifyRegistered(ID);
    }

    function test_ACreatedInstrumentIsReadBack() external {
        vm.prank(issuer);
        instruments.createInstrumentV2(ID, _terms(), 6);
        IInstrumentManager.Instrument memory made = instruments.getInstrument(ID);
        check(made.identifierType == IdentifierType.ISIN, "identifier type");
        check(made.instrumentType == InstrumentType.BOND, "type");
        check(made.state == InstrumentState.CREATED, "state");
        same(made.issuer, issuer, "issuer");
        same(made.managedBy, issuer, "managed by");
        same(made.decimals, 6, "decimals");
        same(made.privateDataVersion, 1, "version");
        check(!made.privatePlacementFlag, "private");
        IInstrumentManager.InstrumentMetadata memory metadata = instruments.getInstrumentMetadata(ID);
        same(metadata.identifier, ISIN, "identifier");
        check(metadata.assetClass == AssetClass.DIGITAL, "asset class");
        same(metadata.revision, 1, "revision");
        same(instruments.issuerOrDepositary(ID), issuer, "answers");
        check(instruments.isWhitelisted(ID, stranger), "a public one is for everybody");
    }

    function test_TheCreationMarkIsKept() external {
        IInstrumentManager.InstrumentTerms memory marked = _terms();
        marked.creationMark = CreationMark.TO_IMPORT;
        vm.prank(issuer);
        instruments.createInstrument(ID, marked);
        check(instruments.getInstrument(ID).creationMark == CreationMark.TO_IMPORT, "marked");
        check(
            instruments.getInstrument(InstrumentId.wrap("bond")).creationMark == CreationMark.NONE, "unmarked"
        );
    }

    function test_ADataProviderCreatesForOthers() external {
        grantOn(address(instruments), stranger, Privileges.INSTRUMENT_DATA_PROVIDER);
        vm.startPrank(stranger);
        instruments.createInstrument(ID, _terms());
        instruments.createTraditionalInstrument(InstrumentId.wrap("outside"), _terms(), 2);
        same(instruments.getInstrument(ID).managedBy, stranger, "managed by");
        instruments.createInstrumentRevision(ID, bytes32("new"));
        check(
            instruments.getInstrumentMetadata(InstrumentId.wrap("outside")).assetClass
                == AssetClass.TRADITIONAL,
            "asset class"
        );
    }

    function test_ATransferAgentsDataProviderCreatesTraditionalOnes() external {
        grantOn(address(instruments), stranger, Privileges.INSTRUMENT_DATA_PROVIDER_TA);
        vm.startPrank(stranger);
        instruments.createTraditionalInstrument(ID, _terms(), 0);
        refuses(notHeld(stranger, Privileges.INSTRUMENT_ISSUER));
        instruments.createInstrument(InstrumentId.wrap("digital"), _terms());
    }

    function test_TheDepositaryAnswersInTheIssuersPlace() external {
        grantOn(address(instruments), stranger, Privileges.INSTRUMENT_DEPOSITARY);
        vm.startPrank(issuer);
        instruments.createInstrumentWithDepositaryV2(ID, _terms(), stranger, 2);
        same(instruments.issuerOrDepositary(ID), stranger, "answers");
        instruments.createPrivateInstrumentWithDepositaryV2(
            InstrumentId.wrap("private"), terms("other", InstrumentType.PRIVATE), _list(alpen), stranger, 3
        );
        IInstrumentManager.Instrument memory made = instruments.getInstrument(InstrumentId.wrap("private"));
        same(made.depositary, stranger, "depositary");
        same(made.decimals, 3, "decimals");
        check(made.privatePlacementFlag, "private");
        vm.stopPrank();
        vm.prank(issuer);
        instruments.createInstrumentWithDepositary(
            InstrumentId.wrap("third"), terms("third", InstrumentType.BOND), stranger
        );
        vm.prank(issuer);
        instruments.createPrivateInstrumentWithDepositary(
            InstrumentId.wrap("fourth"), terms("fourth", InstrumentType.BOND), _list(alpen), stranger
        );
        same(
            instruments.getInstrument(InstrumentId.wrap("fourth")).decimals,
            0,
            "decimals of the first version"
        );
    }

    function test_AWhitelistHoldsUntilItIsChangedOrTheInstrumentMadePublic() external {
        vm.startPrank(issuer);
        instruments.createPrivateInstrumentV2(ID, _terms(), _list(alpen), 2);
        check(instruments.isWhitelisted(ID, alpen), "alpen");
        check(!instruments.isWhitelisted(ID, baltic), "baltic");
        instruments.updateWhitelist(ID, _list(baltic), true);
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentWhitelistUpdated(ID, alpen, false);
        instruments.updateWhitelist(ID, _list(alpen), false);
        check(!instruments.isWhitelisted(ID, alpen), "alpen still");
        address[] memory listed = instruments.getInstrumentMetadata(ID).whitelistedTenants;
        same(listed.length, 1, "listed");
        same(listed[0], baltic, "baltic");
        instruments.makePublic(ID);
        check(instruments.isWhitelisted(ID, alpen), "public");
    }

    function test_ARevisionRisesByOne() external {
        vm.startPrank(issuer);
        instruments.createInstrument(ID, _terms());
        vm.expectEmit(address(instruments));
        emit IInstrumentManager.InstrumentRevised(ID, 2, bytes32("new"));
        instruments.createInstrumentRevision(ID, bytes32("new"));
        check(instruments.isLatestInstrumentRevision(ID, 2), "latest");
        check(!instruments.isLatestInstrumentRevision(ID, 1), "former");
        same(instruments.getInstrument(ID).privateDataFp, bytes32("new"), "fingerprint");
    }

    function test_AnExpiredOneIsNoLongerValid() external {
        vm.startPrank(issuer);
        instruments.createInstrument(ID, _terms());
        check(instruments.isValidInstrument(ID), "valid");
        instruments.expireInstrument(ID);
        check(!instruments.isValidInstrument(ID), "still valid");
        check(instruments.getInstrument(ID).state == InstrumentState.EXPIRED, "state");
    }

    function test_ARegisteredOneSaysSo() external view {
        check(
            instruments.getInstrument(InstrumentId.wrap("bond")).state == InstrumentState.REGISTERED, "state"
        );
    }
}
