// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistrationRequestState, RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: unregisterAsIssuer.
contract UnregisterAsIssuerTest is AccountFixture {
    function _notIssuer(RegistryId id, address caller) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, id, caller);
    }

    RegistryId private registryId;

    function setUp() public override {
        super.setUp();
        setConfirmers();
        registryId = empty();
    }

    function _end(address by, RegistryId id, uint256 nonce, Signature memory signature) private {
        vm.prank(by);
        registries.unregisterAsIssuer(id, nonce, signature, WHY);
    }

    function _agreed(uint256 nonce) private view returns (Signature memory) {
        return agreed(MERIDIAN_KEY, registryId, meridian, nonce);
    }

    function _signatureInvalid() private view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, meridian);
    }

    function test_RevertWhen_TheCallerIsTheOtherSideOrAStranger() external {
        Signature memory signature = _agreed(0);
        refuses(_notIssuer(registryId, meridian));
        _end(meridian, registryId, 0, signature);
        refuses(_notIssuer(registryId, alpen));
        _end(alpen, registryId, 0, signature);
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        Signature memory signature = _agreed(0);
        revokeOn(address(registries), issuer, Privileges.REGISTRY_ISSUER);
        refuses(notHeld(issuer, Privileges.REGISTRY_ISSUER));
        _end(issuer, registryId, 0, signature);
    }

    function test_P35_TheNonceIsTheOtherSidesNextOne() external {
        Signature memory signature = _agreed(1);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNonceInvalid.selector, meridian, 0, 1));
        _end(issuer, registryId, 1, signature);
    }

    function test_P35_EachAgreementWorksOnce() external {
        _end(issuer, registryId, 0, _agreed(0));
        same(registries.registryNonce(meridian), 1, "nonce");
        same(registries.registryNonce(issuer), 0, "own nonce");
        Signature memory signature = _agreed(1);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotUnregistrable.selector, registryId, RegistryState.DEREGISTERED
            )
        );
        _end(issuer, registryId, 1, signature);
        RegistryId second = makeRegistry(meridian, "second", InstrumentType.BOND);
        signature = agreed(MERIDIAN_KEY, second, meridian, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNonceInvalid.selector, meridian, 1, 0));
        _end(issuer, second, 0, signature);
    }

    function test_P35_AnyOtherSignatureIsRefused() external {
        Signature memory signature = agreed(ISSUER_KEY, registryId, meridian, 0);
        refuses(_signatureInvalid());
        _end(issuer, registryId, 0, signature);
        signature = agreed(MERIDIAN_KEY, bond, meridian, 0);
        refuses(_signatureInvalid());
        _end(issuer, registryId, 0, signature);
        signature = agreed(MERIDIAN_KEY, registryId, issuer, 0);
        refuses(_signatureInvalid());
        _end(issuer, registryId, 0, signature);
        signature = _agreed(0);
        vm.prank(issuer);
        refuses(_signatureInvalid());
        registries.unregisterAsIssuer(registryId, 0, signature, "another reason");
        vm.chainId(4242);
        refuses(_signatureInvalid());
        _end(issuer, registryId, 0, signature);
    }

    function test_P31_AMalleableOrBrokenSignatureIsRefused() external {
        Signature memory signature = _agreed(0);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes32 high = bytes32(order - uint256(signature.s));
        refuses(_signatureInvalid());
        _end(issuer, registryId, 0, Signature(signature.v == 27 ? 28 : 27, signature.r, high));
        refuses(_signatureInvalid());
        _end(issuer, registryId, 0, Signature(29, signature.r, signature.s));
        refuses(_signatureInvalid());
        _end(issuer, registryId, 0, Signature(27, 0, 0));
    }

    function test_RevertWhen_TheOtherSideHasNoConfirmer() external {
        vm.prank(meridian);
        registries.setConfirmer(address(0));
        Signature memory signature = _agreed(0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerMissing.selector, meridian));
        _end(issuer, registryId, 0, signature);
    }

    function test_P26_ABlacklistedConfirmerAgreesToNothing() external {
        blacklist(vm.addr(MERIDIAN_KEY));
        Signature memory signature = _agreed(0);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, vm.addr(MERIDIAN_KEY)));
        _end(issuer, registryId, 0, signature);
    }

    function test_RevertWhen_SomethingIsOutstanding() external {
        issueTo(registryId, alpen, 1, 5);
        Signature memory signature = _agreed(0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNotEmpty.selector, registryId, 5));
        _end(issuer, registryId, 0, signature);
    }

    function test_P37_AnImportIsFinishedBeforeItsRegistryEnds() external {
        RegistryId imported = importing();
        Signature memory signature = agreed(MERIDIAN_KEY, imported, meridian, 0);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotUnregistrable.selector, imported, RegistryState.IMPORTING
            )
        );
        _end(issuer, imported, 0, signature);
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        RegistryId unknown = RegistryId.wrap("unknown");
        Signature memory signature = _agreed(0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, unknown));
        _end(issuer, unknown, 0, signature);
    }

    function test_P35_AnEmptyRegistryEndsForGood() external {
        Signature memory signature = _agreed(0);
        vm.expectEmit(address(registries));
        emit IRegistration.RegistryUnregistered(registryId, issuer, meridian, 0, WHY);
        _end(issuer, registryId, 0, signature);
        hasState(registryId, RegistryState.DEREGISTERED);
        check(
            registries.registrationRequests(registryId).state == RegistrationRequestState.DEREGISTERED,
            "request"
        );
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationAlreadyRequested.selector, registryId));
        registries.requestInstrumentRegistration(address(instruments), InstrumentId.wrap("empty"), 1);
    }

    function test_P35_ASuspendedOrExportedRegistryMayEnd() external {
        suspend(registryId);
        _end(issuer, registryId, 0, _agreed(0));
        RegistryId second = makeRegistry(meridian, "second", InstrumentType.BOND);
        export(second);
        _end(issuer, second, 1, agreed(MERIDIAN_KEY, second, meridian, 1));
        hasState(second, RegistryState.DEREGISTERED);
    }
}
