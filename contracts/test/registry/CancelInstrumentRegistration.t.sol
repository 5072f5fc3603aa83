// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationRequestState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title AccountRegistryManager: cancelInstrumentRegistration.
contract CancelInstrumentRegistrationTest is RegistrationFixture {
    function test_RevertWhen_AnybodyButTheRegistrarCancels() external {
        request();
        vm.prank(issuer);
        refuses(abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, requested, issuer));
        registries.cancelInstrumentRegistration(requested, 0);
    }

    function test_P35_OnlyARequestIsCanceled() external {
        refuses(notRequested(RegistrationRequestState.NONE));
        cancelRequest(meridian);
        request();
        confirmed(issuer);
        refuses(notRequested(RegistrationRequestState.CONFIRMED));
        cancelRequest(meridian);
    }

    function test_P35_ACanceledRequestMayBeMadeAgain() external {
        request();
        vm.expectEmit(address(registries));
        emit IRegistration.RegistrationCanceled(requested, meridian, WHY);
        cancelRequest(meridian);
        requestIs(RegistrationRequestState.CANCELED);
        refuses(notRequested(RegistrationRequestState.CANCELED));
        confirmed(issuer);
        request();
        requestIs(RegistrationRequestState.REQUESTED);
    }
}
