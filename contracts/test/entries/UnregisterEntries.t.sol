// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { CreationMark } from "../../src/types/Instrument.sol";
import { RegistrationRequestState, RegistryState } from "../../src/types/Registry.sol";
import { Signature } from "../../src/types/TenantAccess.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: unregisterAsIssuer, unregisterAsRegistrar, setConfirmer. What this manager adds to the
/// shared code is what it counts as outstanding.
contract UnregisterEntriesTest is EntryFixture {
    uint256 private constant REGISTRARS_KEY = 0xA11CE;
    uint256 private constant ISSUERS_KEY = 0xB0B;

    function setUp() public override {
        super.setUp();
        vm.prank(meridian);
        entries.setConfirmer(vm.addr(REGISTRARS_KEY));
        vm.prank(issuer);
        entries.setConfirmer(vm.addr(ISSUERS_KEY));
    }

    function _agree(uint256 key, address tenant, uint256 nonce) private view returns (Signature memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, entries.hashUnregister(note, tenant, nonce, REASON));
        return Signature(v, r, s);
    }

    function _asIssuer() private {
        Signature memory signature = _agree(REGISTRARS_KEY, meridian, 0);
        vm.prank(issuer);
        entries.unregisterAsIssuer(note, 0, signature, REASON);
    }

    function _notEmpty(uint256 outstanding) private view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryNotEmpty.selector, note, outstanding);
    }

    function test_P35_RevertWhen_EntriesAreHeld() external {
        Signature memory signature = _agree(REGISTRARS_KEY, meridian, 0);
        vm.prank(issuer);
        refuses(_notEmpty(4));
        entries.unregisterAsIssuer(note, 0, signature, REASON);
        signature = _agree(ISSUERS_KEY, issuer, 0);
        vm.prank(meridian);
        refuses(_notEmpty(4));
        entries.unregisterAsRegistrar(note, 0, signature, REASON);
    }

    function test_P35_RevertWhen_TheOtherSideHasNotSigned() external {
        note = makeNote(meridian, "empty", CreationMark.NONE);
        Signature memory own = _agree(ISSUERS_KEY, meridian, 0);
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IRegistration.RegistryConfirmerSignatureInvalid.selector, meridian));
        entries.unregisterAsIssuer(note, 0, own, REASON);
    }

    function test_P35_RevertWhen_TheNonceIsNotTheNext() external {
        note = makeNote(meridian, "empty", CreationMark.NONE);
        Signature memory early = _agree(REGISTRARS_KEY, meridian, 1);
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IRegistration.RegistryNonceInvalid.selector, meridian, 0, 1));
        entries.unregisterAsIssuer(note, 1, early, REASON);
    }

    function test_P35_AnEmptyRegistryEndsByTheIssuerAndTheRegistrarsSignature() external {
        note = makeNote(meridian, "empty", CreationMark.NONE);
        vm.expectEmit(address(entries));
        emit IRegistration.RegistryUnregistered(note, issuer, meridian, 0, REASON);
        _asIssuer();
        check(entries.registries(note).registryState == RegistryState.DEREGISTERED, "state");
        check(entries.registrationRequests(note).state == RegistrationRequestState.DEREGISTERED, "request");
        same(entries.registryNonce(meridian), 1, "nonce");
        refuses(notRegistered(RegistryState.DEREGISTERED));
        issueTo(alpen, list(N1));
    }

    function test_P35_WhatWasOnlyPreparedEndsAfterItsRegistry() external {
        note = makeNote(meridian, "empty", CreationMark.NONE);
        vm.prank(meridian);
        entries.prepareEntry(note, list(N1), alpen);
        _asIssuer();
        isEntry(N1, EntryType.PREPARED, alpen);
        vm.prank(meridian);
        entries.terminatePreparedEntry(note, list(N1), alpen);
        isEntry(N1, EntryType.TERMINATED, alpen);
    }

    function test_P37_AnExportedRegistryEndsByTheRegistrarAndTheIssuersSignature() external {
        startExporting();
        vm.prank(alpen);
        entries.markEntriesForExport(note, list(A1, A2, A3));
        vm.prank(baltic);
        entries.markEntriesForExport(note, list(B1));
        vm.startPrank(meridian);
        entries.terminateEntry(note, list(A1, A2, A3), alpen);
        entries.terminateEntry(note, list(B1), baltic);
        vm.stopPrank();
        Signature memory signature = _agree(ISSUERS_KEY, issuer, 0);
        vm.prank(meridian);
        entries.unregisterAsRegistrar(note, 0, signature, REASON);
        check(entries.registries(note).registryState == RegistryState.DEREGISTERED, "state");
    }
}
