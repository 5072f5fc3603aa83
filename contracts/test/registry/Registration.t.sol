// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { InstrumentType } from "../../src/types/InstrumentEnums.sol";
import { InstrumentId } from "../../src/types/InstrumentId.sol";
import { RegistrationRequestState, RegistryState, RegistryType } from "../../src/types/RegistryEnums.sol";
import { RegistryId, toRegistryId } from "../../src/types/RegistryId.sol";
import { DeliveryWorld } from "../support/DeliveryWorld.sol";

/// @title AccountRegistryManager: the handshake, suspending, unsuspending.
contract RegistrationTest is DeliveryWorld {
    InstrumentId private constant ID = InstrumentId.wrap("instrument");
    RegistryId private requested;

    function setUp() public override {
        super.setUp();
        vm.prank(issuer);
        instruments.createInstrument(ID, terms("DE000CNX0025", InstrumentType.BOND));
        requested = toRegistryId(meridian, address(instruments), ID);
    }

    function _request() private {
        vm.prank(meridian);
        registries.requestInstrumentRegistration(address(instruments), ID, 1);
    }

    function _confirm(address by) private {
        vm.prank(by);
        registries.confirmInstrumentRegistrationAndPrepareRegistry(requested);
    }

    function _isIn(RegistrationRequestState state) private view {
        same(uint256(registries.registrationRequests(requested).state), uint256(state), "request state");
    }

    function _notRequested(RegistrationRequestState state) private view returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistrationNotRequested.selector, requested, state);
    }

    function test_RevertWhen_InitialisedTwice() external {
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        registries.init(address(this), address(this));
    }

    function test_RevertWhen_TheCallerIsNoRegistrar() external {
        vm.prank(alpen);
        refuses(notHeld(alpen, Privileges.REGISTRY_REGISTRAR));
        registries.requestInstrumentRegistration(address(instruments), ID, 1);
    }

    function test_RevertWhen_TheInstrumentManagerIsUnknown() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentManagerUnknown.selector, address(this)));
        registries.requestInstrumentRegistration(address(this), ID, 1);
    }

    function test_RevertWhen_TheInstrumentCannotBeRegistered() external {
        InstrumentId unknown = InstrumentId.wrap("unknown");
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentNotRegistrable.selector, unknown));
        registries.requestInstrumentRegistration(address(instruments), unknown, 1);
        grantOn(address(instruments), issuer, Privileges.INSTRUMENT_DATA_PROVIDER);
        vm.prank(issuer);
        instruments.createTraditionalInstrument(unknown, terms("outside", InstrumentType.BOND), 0);
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentNotRegistrable.selector, unknown));
        registries.requestInstrumentRegistration(address(instruments), unknown, 1);
    }

    function test_RevertWhen_TheRevisionIsNotTheLatest() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentRevisionOutdated.selector, ID, 2));
        registries.requestInstrumentRegistration(address(instruments), ID, 2);
        _request();
        vm.prank(issuer);
        instruments.createInstrumentRevision(ID, bytes32("new"));
        refuses(abi.encodeWithSelector(IRegistration.InstrumentRevisionOutdated.selector, ID, 1));
        _confirm(issuer);
    }

    function test_RevertWhen_RequestedTwice() external {
        _request();
        refuses(abi.encodeWithSelector(IRegistration.RegistrationAlreadyRequested.selector, requested));
        _request();
        _confirm(issuer);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationAlreadyRequested.selector, requested));
        _request();
    }

    function test_RevertWhen_AnybodyButTheRegistrarCancels() external {
        _request();
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, requested, issuer));
        registries.cancelInstrumentRegistration(requested, 0);
    }

    function test_RevertWhen_AnybodyButTheIssuerAnswers() external {
        _request();
        bytes memory err =
            abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, meridian);
        refuses(err);
        _confirm(meridian);
        vm.prank(meridian);
        refuses(err);
        registries.rejectInstrumentRegistration(requested, 0);
    }

    function test_RevertWhen_TheIssuerLostItsRightOnTheRegistry() external {
        _request();
        revokeOn(address(registries), issuer, Privileges.REGISTRY_ISSUER);
        refuses(notHeld(issuer, Privileges.REGISTRY_ISSUER));
        _confirm(issuer);
    }

    function test_RevertWhen_ItWasAnsweredOrCancelledBefore() external {
        refuses(_notRequested(RegistrationRequestState.NONE));
        _confirm(issuer);
        _request();
        vm.prank(meridian);
        registries.cancelInstrumentRegistration(requested, bytes32("why"));
        refuses(_notRequested(RegistrationRequestState.CANCELED));
        _confirm(issuer);
        _request();
        vm.prank(issuer);
        registries.rejectInstrumentRegistration(requested, bytes32("why"));
        vm.prank(meridian);
        refuses(_notRequested(RegistrationRequestState.REJECTED));
        registries.cancelInstrumentRegistration(requested, 0);
        _request();
        _confirm(issuer);
        vm.prank(issuer);
        refuses(_notRequested(RegistrationRequestState.CONFIRMED));
        registries.rejectInstrumentRegistration(requested, 0);
    }

    function test_RevertWhen_AnybodyButTheRegistrarSuspends() external {
        bytes memory err =
            abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, bond, nordhafen);
        vm.startPrank(nordhafen);
        refuses(err);
        registries.suspendRegistry(bond, 0);
        refuses(err);
        registries.unsuspendRegistry(bond, 0);
    }

    function test_RevertWhen_TheRegistrarLostItsRight() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        vm.prank(meridian);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        registries.suspendRegistry(bond, 0);
    }

    function test_RevertWhen_SuspendedTwiceOrUnsuspendedUnsuspended() external {
        vm.startPrank(meridian);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotSuspended.selector, bond, RegistryState.REGISTERED
            )
        );
        registries.unsuspendRegistry(bond, 0);
        registries.suspendRegistry(bond, 0);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotRegistered.selector, bond, RegistryState.SUSPENDED
            )
        );
        registries.suspendRegistry(bond, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, requested));
        registries.suspendRegistry(requested, 0);
    }

    function test_ARequestNamesItsPartiesAndStandsRequested() external {
        vm.expectEmit(address(registries));
        emit IRegistration.RegistrationRequested(requested, meridian, ID, address(instruments), issuer, 1);
        _request();
        IRegistration.RegistrationRequest memory request = registries.registrationRequests(requested);
        _isIn(RegistrationRequestState.REQUESTED);
        same(request.registrar, meridian, "registrar");
        same(request.issuerOrDepositary, issuer, "answers");
        same(request.instrumentRevision, 1, "revision");
    }

    function test_AConfirmedRequestPreparesTheRegistryInTheSameTransaction() external {
        _request();
        _confirm(issuer);
        _isIn(RegistrationRequestState.CONFIRMED);
        IRegistration.Registry memory registry = registries.registries(requested);
        check(registry.registryType == RegistryType.DIGITAL, "type");
        check(registry.registryState == RegistryState.REGISTERED, "state");
        same(registry.instrumentManager, address(instruments), "instrument manager");
        same(registry.registrar, meridian, "registrar");
        same(registry.instrumentRegistrar, issuer, "instrument registrar");
        same(InstrumentId.unwrap(registry.instrumentId), InstrumentId.unwrap(ID), "instrument");
        same(registry.instrumentRevision, 1, "revision");
    }

    function test_TheDepositaryAnswersWhereThereIsOne() external {
        grantOn(address(instruments), stranger, Privileges.INSTRUMENT_DEPOSITARY);
        grantOn(address(registries), stranger, Privileges.REGISTRY_DEPOSITARY);
        InstrumentId id = InstrumentId.wrap("deposited");
        vm.prank(issuer);
        instruments.createInstrumentWithDepositary(id, terms("deposited", InstrumentType.BOND), stranger);
        vm.prank(meridian);
        requested = registries.requestInstrumentRegistration(address(instruments), id, 1);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, issuer));
        _confirm(issuer);
        _confirm(stranger);
        _isIn(RegistrationRequestState.CONFIRMED);
    }

    function test_TwoRegistrarsKeepTheSameInstrumentApart() external {
        _request();
        _confirm(issuer);
        RegistryId second = register(nordhafen, ID);
        mint(requested, meridian, alpen, 1, 70);
        mint(second, nordhafen, alpen, 1, 30);
        same(registries.totalSupplyOf(requested), 70, "first");
        same(registries.totalSupplyOf(second), 30, "second");
    }
}
