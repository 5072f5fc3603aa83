// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { CreationMark, InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistrationRequestState, RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: confirmInstrumentRegistrationAndPrepareRegistry, registries, registrationRequests.
contract ConfirmInstrumentRegistrationAndPrepareRegistryTest is RegistrationFixture {
    function test_RevertWhen_AnybodyButTheIssuerConfirms() external {
        _request(meridian);
        refuses(
            abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, meridian)
        );
        _confirmRequest(meridian);
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        _request(meridian);
        _revoke(issuer, Privileges.REGISTRY_ISSUER);
        refuses(notHeld(issuer, Privileges.REGISTRY_ISSUER));
        _confirmRequest(issuer);
    }

    function test_P35_RevertWhen_ItIsNotRequested() external {
        refuses(_notRequested(RegistrationRequestState.NONE));
        _confirmRequest(issuer);
        _request(meridian);
        _confirmRequest(issuer);
        refuses(_notRequested(RegistrationRequestState.CONFIRMED));
        _confirmRequest(issuer);
    }

    function test_P38_RevertWhen_TheInstrumentWasRevisedInBetween() external {
        _request(meridian);
        vm.prank(issuer);
        instruments.createInstrumentRevision(fresh, "new");
        refuses(abi.encodeWithSelector(IRegistration.InstrumentRevisionOutdated.selector, fresh, 1));
        _confirmRequest(issuer);
    }

    function test_Privilege_DEPOSITARY_HasIt_AndAnswersInTheIssuersPlace() external {
        grantOn(address(instruments), stranger, Privileges.INSTRUMENT_DEPOSITARY);
        _grant(stranger, Privileges.REGISTRY_DEPOSITARY);
        InstrumentId deposited = InstrumentId.wrap("deposited");
        IInstrumentManager.InstrumentTerms memory its = terms("deposited", InstrumentType.BOND);
        vm.prank(issuer);
        instruments.createInstrumentWithDepositary(deposited, its, stranger);
        vm.prank(meridian);
        requested = chains.requestInstrumentRegistration(address(instruments), deposited, 1);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, issuer));
        _confirmRequest(issuer);
        _confirmRequest(stranger);
        same(chains.registries(requested).instrumentRegistrar, stranger, "answered");
    }

    function test_P35_Privilege_ISSUER_HasIt_AndTheRegistryIsThere() external {
        _request(meridian);
        vm.expectEmit(address(chains));
        emit IRegistration.RegistrationConfirmed(requested, issuer);
        _confirmRequest(issuer);
        _isRequest(RegistrationRequestState.CONFIRMED);
        IRegistration.Registry memory registry = chains.registries(requested);
        check(registry.registryState == RegistryState.REGISTERED, "state");
        same(registry.registrar, meridian, "registrar");
        same(registry.instrumentRegistrar, issuer, "answered");
        same(registry.instrumentRevision, 1, "revision");
    }

    function test_P37_OneMarkedForImportIsImporting() external {
        RegistryId coming = _registry(meridian, "coming", CreationMark.TO_IMPORT);
        check(chains.registries(coming).registryState == RegistryState.IMPORTING, "state");
    }
}
