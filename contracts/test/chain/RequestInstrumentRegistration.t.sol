// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationRequestState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: requestInstrumentRegistration.
contract RequestInstrumentRegistrationTest is RegistrationFixture {
    function test_Privilege_REGISTRAR_HasItNot() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_REGISTRAR));
        _request(alpen);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _request(meridian);
    }

    function test_RevertWhen_TheInstrumentManagerIsUnknown() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentManagerUnknown.selector, address(this)));
        chains.requestInstrumentRegistration(address(this), fresh, 1);
    }

    function test_RevertWhen_TheRevisionIsNotTheLatest() external {
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.InstrumentRevisionOutdated.selector, fresh, 2));
        chains.requestInstrumentRegistration(address(instruments), fresh, 2);
    }

    function test_P35_RevertWhen_RequestedTwice() external {
        _request(meridian);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationAlreadyRequested.selector, requested));
        _request(meridian);
    }

    function test_P35_Privilege_REGISTRAR_HasIt_AndTheRequestIsOpen() external {
        vm.expectEmit(address(chains));
        emit IRegistration.RegistrationRequested(requested, meridian, fresh, address(instruments), issuer, 1);
        _request(meridian);
        _isRequest(RegistrationRequestState.REQUESTED);
        same(chains.registrationRequests(requested).issuerOrDepositary, issuer, "answers");
    }
}
