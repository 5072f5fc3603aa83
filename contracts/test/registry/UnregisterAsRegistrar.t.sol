// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistrationRequestState, RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: unregisterAsRegistrar, hashUnregister, eip712Domain.
contract UnregisterAsRegistrarTest is AccountFixture {
    function test_TheDomainNamesThisManager() external view {
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address verifier,,) =
            registries.eip712Domain();
        check(fields == 0x0f, "fields");
        same(name, "ConneX", "name");
        same(version, "1", "version");
        same(chainId, block.chainid, "chain");
        same(verifier, address(registries), "verifying contract");
    }

    RegistryId private registryId;

    function setUp() public override {
        super.setUp();
        setConfirmers();
        registryId = empty();
    }

    function _end(address by, RegistryId id, uint256 nonce, Signature memory signature) private {
        vm.prank(by);
        registries.unregisterAsRegistrar(id, nonce, signature, WHY);
    }

    function _agreed(uint256 nonce) private view returns (Signature memory) {
        return agreed(ISSUER_KEY, registryId, issuer, nonce);
    }

    function _signatureInvalid() private view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, issuer);
    }

    function test_RevertWhen_TheCallerIsTheOtherSideOrAStranger() external {
        Signature memory signature = _agreed(0);
        refuses(notRegistrar(registryId, issuer));
        _end(issuer, registryId, 0, signature);
        refuses(notRegistrar(registryId, alpen));
        _end(alpen, registryId, 0, signature);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        Signature memory signature = _agreed(0);
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _end(meridian, registryId, 0, signature);
    }

    function test_P35_TheNonceIsTheOtherSidesNextOne() external {
        Signature memory signature = _agreed(1);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNonceInvalid.selector, issuer, 0, 1));
        _end(meridian, registryId, 1, signature);
    }

    function test_P35_EachAgreementWorksOnce() external {
        _end(meridian, registryId, 0, _agreed(0));
        same(registries.registryNonce(issuer), 1, "nonce");
        same(registries.registryNonce(meridian), 0, "own nonce");
        Signature memory signature = _agreed(1);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotUnregistrable.selector, registryId, RegistryState.DEREGISTERED
            )
        );
        _end(meridian, registryId, 1, signature);
        RegistryId second = makeRegistry(meridian, "second", InstrumentType.BOND);
        signature = agreed(ISSUER_KEY, second, issuer, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNonceInvalid.selector, issuer, 1, 0));
        _end(meridian, second, 0, signature);
    }

    function test_P35_AnyOtherSignatureIsRefused() external {
        Signature memory signature = agreed(MERIDIAN_KEY, registryId, issuer, 0);
        refuses(_signatureInvalid());
        _end(meridian, registryId, 0, signature);
        signature = agreed(ISSUER_KEY, bond, issuer, 0);
        refuses(_signatureInvalid());
        _end(meridian, registryId, 0, signature);
        signature = agreed(ISSUER_KEY, registryId, meridian, 0);
        refuses(_signatureInvalid());
        _end(meridian, registryId, 0, signature);
        signature = _agreed(0);
        vm.prank(meridian);
        refuses(_signatureInvalid());
        registries.unregisterAsRegistrar(registryId, 0, signature, "another reason");
        vm.chainId(4242);
        refuses(_signatureInvalid());
        _end(meridian, registryId, 0, signature);
    }

    function test_P31_AMalleableOrBrokenSignatureIsRefused() external {
        Signature memory signature = _agreed(0);
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes32 high = bytes32(order - uint256(signature.s));
        refuses(_signatureInvalid());
        _end(meridian, registryId, 0, Signature(signature.v == 27 ? 28 : 27, signature.r, high));
        refuses(_signatureInvalid());
        _end(meridian, registryId, 0, Signature(29, signature.r, signature.s));
        refuses(_signatureInvalid());
        _end(meridian, registryId, 0, Signature(27, 0, 0));
    }

    function test_RevertWhen_TheOtherSideHasNoConfirmer() external {
        vm.prank(issuer);
        registries.setConfirmer(address(0));
        Signature memory signature = _agreed(0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerMissing.selector, issuer));
        _end(meridian, registryId, 0, signature);
    }

    function test_P26_ABlacklistedConfirmerAgreesToNothing() external {
        blacklist(vm.addr(ISSUER_KEY));
        Signature memory signature = _agreed(0);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, vm.addr(ISSUER_KEY)));
        _end(meridian, registryId, 0, signature);
    }

    function test_RevertWhen_SomethingIsOutstanding() external {
        issueTo(registryId, alpen, 1, 5);
        Signature memory signature = _agreed(0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNotEmpty.selector, registryId, 5));
        _end(meridian, registryId, 0, signature);
    }

    function test_P37_AnImportIsFinishedBeforeItsRegistryEnds() external {
        RegistryId imported = importing();
        Signature memory signature = agreed(ISSUER_KEY, imported, issuer, 0);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotUnregistrable.selector, imported, RegistryState.IMPORTING
            )
        );
        _end(meridian, imported, 0, signature);
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        RegistryId unknown = RegistryId.wrap("unknown");
        Signature memory signature = _agreed(0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, unknown));
        _end(meridian, unknown, 0, signature);
    }

    function test_P35_AnEmptyRegistryEndsForGood() external {
        Signature memory signature = _agreed(0);
        vm.expectEmit(address(registries));
        emit IRegistration.RegistryUnregistered(registryId, meridian, issuer, 0, WHY);
        _end(meridian, registryId, 0, signature);
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
        _end(meridian, registryId, 0, _agreed(0));
        RegistryId second = makeRegistry(meridian, "second", InstrumentType.BOND);
        export(second);
        _end(meridian, second, 1, agreed(ISSUER_KEY, second, issuer, 1));
        hasState(second, RegistryState.DEREGISTERED);
    }
}
