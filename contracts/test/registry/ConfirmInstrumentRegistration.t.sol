// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import {
    RegistrationRequestState,
    RegistryId,
    RegistryState,
    RegistryType
} from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title AccountRegistryManager: confirmInstrumentRegistrationAndPrepareRegistry, registries.
contract ConfirmInstrumentRegistrationTest is RegistrationFixture {
    function test_RevertWhen_AnybodyButTheIssuerAnswers() external {
        request();
        bytes memory err =
            abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, meridian);
        refuses(err);
        confirmed(meridian);
        vm.prank(meridian);
        refuses(err);
        registries.rejectInstrumentRegistration(requested, 0);
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        request();
        revokeOn(address(registries), issuer, Privileges.REGISTRY_ISSUER);
        refuses(notHeld(issuer, Privileges.REGISTRY_ISSUER));
        confirmed(issuer);
    }

    function test_P35_OnlyARequestIsAnsweredOrCanceled() external {
        refuses(notRequested(RegistrationRequestState.NONE));
        confirmed(issuer);
        request();
        vm.prank(meridian);
        registries.cancelInstrumentRegistration(requested, bytes32("why"));
        refuses(notRequested(RegistrationRequestState.CANCELED));
        confirmed(issuer);
        request();
        vm.prank(issuer);
        registries.rejectInstrumentRegistration(requested, bytes32("why"));
        vm.prank(meridian);
        refuses(notRequested(RegistrationRequestState.REJECTED));
        registries.cancelInstrumentRegistration(requested, 0);
        request();
        confirmed(issuer);
        vm.prank(issuer);
        refuses(notRequested(RegistrationRequestState.CONFIRMED));
        registries.rejectInstrumentRegistration(requested, 0);
    }

    function test_AConfirmedRequestPreparesTheRegistryInTheSameTransaction() external {
        request();
        confirmed(issuer);
        requestIs(RegistrationRequestState.CONFIRMED);
        IRegistration.Registry memory registry = registries.registries(requested);
        check(registry.registryType == RegistryType.DIGITAL, "type");
        check(registry.registryState == RegistryState.REGISTERED, "state");
        same(registry.instrumentManager, address(instruments), "instrument manager");
        same(registry.registrar, meridian, "registrar");
        same(registry.instrumentRegistrar, issuer, "instrument registrar");
        same(InstrumentId.unwrap(registry.instrumentId), InstrumentId.unwrap(ID), "instrument");
        same(registry.instrumentRevision, 1, "revision");
    }

    function test_Privilege_DEPOSITARY_HasIt_AndAnswersWhereThereIsOne() external {
        grantOn(address(instruments), stranger, Privileges.INSTRUMENT_DEPOSITARY);
        grantOn(address(registries), stranger, Privileges.REGISTRY_DEPOSITARY);
        InstrumentId id = InstrumentId.wrap("deposited");
        vm.prank(issuer);
        instruments.createInstrumentWithDepositary(id, terms("deposited", InstrumentType.BOND), stranger);
        vm.prank(meridian);
        requested = registries.requestInstrumentRegistration(address(instruments), id, 1);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, issuer));
        confirmed(issuer);
        confirmed(stranger);
        requestIs(RegistrationRequestState.CONFIRMED);
    }

    function test_TwoRegistrarsKeepTheSameInstrumentApart() external {
        request();
        confirmed(issuer);
        RegistryId second = register(nordhafen, ID);
        mint(requested, meridian, alpen, 1, 70);
        mint(second, nordhafen, alpen, 1, 30);
        same(registries.totalSupplyOf(requested), 70, "first");
        same(registries.totalSupplyOf(second), 30, "second");
    }
}
