// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import {
    RegistrationRequestState,
    RegistrationType,
    RegistryId,
    RegistryState,
    toRegistryId
} from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: requestInstrumentRegistration, cancelInstrumentRegistration,
/// rejectInstrumentRegistration, confirmInstrumentRegistrationAndPrepareRegistry, suspendRegistry, unsuspendRegistry,
/// setRegistrationProtocol: the code that all registry managers share, as this one calls it.
contract RegistrationOfEntriesTest is EntryFixture {
    InstrumentId private constant ID = InstrumentId.wrap("requested");
    RegistryId private requested;

    function setUp() public override {
        super.setUp();
        vm.prank(issuer);
        instruments.createInstrument(ID, terms("DE000CNX0025", InstrumentType.BOND));
        requested = toRegistryId(meridian, address(instruments), ID);
    }

    function _request() private {
        vm.prank(meridian);
        entries.requestInstrumentRegistration(address(instruments), ID, 1);
    }

    function _confirm(address by) private {
        vm.prank(by);
        entries.confirmInstrumentRegistrationAndPrepareRegistry(requested);
    }

    function _isIn(RegistrationRequestState state) private view {
        same(uint256(entries.registrationRequests(requested).state), uint256(state), "request state");
    }

    function test_RevertWhen_TheCallerIsNoRegistrar() external {
        vm.prank(alpen);
        refuses(notHeld(alpen, Privileges.REGISTRY_REGISTRAR));
        entries.requestInstrumentRegistration(address(instruments), ID, 1);
    }

    function test_RevertWhen_TheManagerIsClosedForRegistrations() external {
        refuses(notHeld(meridian, Privileges.REGISTRY_OPERATOR));
        vm.prank(meridian);
        entries.setRegistrationProtocol(RegistrationType.NONE);
        vm.prank(operator);
        entries.setRegistrationProtocol(RegistrationType.NONE);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationClosed.selector));
        _request();
        vm.prank(operator);
        entries.setRegistrationProtocol(RegistrationType.MIXED_HOLDINGS);
        _request();
    }

    function test_P35_RevertWhen_AnotherAnswersOrCancels() external {
        _request();
        bytes memory err =
            abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, meridian);
        refuses(err);
        _confirm(meridian);
        vm.startPrank(meridian);
        refuses(err);
        entries.rejectInstrumentRegistration(requested, REASON);
        vm.stopPrank();
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, requested, issuer));
        entries.cancelInstrumentRegistration(requested, REASON);
    }

    function test_P35_RevertWhen_ItIsNotRequested() external {
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistrationNotRequested.selector, requested, RegistrationRequestState.NONE
            )
        );
        _confirm(issuer);
    }

    function test_RevertWhen_AnybodyButTheRegistrarSuspends() external {
        vm.startPrank(issuer);
        refuses(notItsRegistrar(issuer));
        entries.suspendRegistry(note, REASON);
        refuses(notItsRegistrar(issuer));
        entries.unsuspendRegistry(note, REASON);
    }

    function test_P35_ARequestIsCanceledRejectedRepeatedAndConfirmed() external {
        _request();
        vm.prank(meridian);
        entries.cancelInstrumentRegistration(requested, REASON);
        _isIn(RegistrationRequestState.CANCELED);
        _request();
        vm.prank(issuer);
        entries.rejectInstrumentRegistration(requested, REASON);
        _isIn(RegistrationRequestState.REJECTED);
        _request();
        _isIn(RegistrationRequestState.REQUESTED);
        _confirm(issuer);
        _isIn(RegistrationRequestState.CONFIRMED);
        IRegistration.Registry memory registry = entries.registries(requested);
        check(registry.registryState == RegistryState.REGISTERED, "state");
        same(registry.registrar, meridian, "registrar");
        same(registry.instrumentRegistrar, issuer, "instrument registrar");
    }

    function test_P36_UnsuspendingRestoresExactlyWhatWasThere() external {
        prepareMovement();
        suspend();
        check(entries.registries(note).registryState == RegistryState.SUSPENDED, "not suspended");
        unsuspend();
        check(entries.registries(note).registryState == RegistryState.REGISTERED, "not registered");
        isEntry(A1, EntryType.ISSUED, alpen, address(this));
        isEntry(N1, EntryType.NONE, baltic, address(this));
        isEntry(B1, EntryType.ISSUED, baltic);
        same(entries.numEntries(note), 4, "entries");
    }
}
