// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationRequestState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: cancelInstrumentRegistration.
contract CancelInstrumentRegistrationTest is RegistrationFixture {
    function _cancelRequest(address by) private {
        vm.prank(by);
        chains.cancelInstrumentRegistration(requested, WHY);
    }

    function test_RevertWhen_AnybodyButTheRequestingRegistrarCancels() external {
        _request(meridian);
        refuses(_registrarRequired(requested, issuer));
        _cancelRequest(issuer);
    }

    function test_P35_RevertWhen_ItIsNotRequested() external {
        refuses(_notRequested(RegistrationRequestState.NONE));
        _cancelRequest(meridian);
        _request(meridian);
        _confirmRequest(issuer);
        refuses(_notRequested(RegistrationRequestState.CONFIRMED));
        _cancelRequest(meridian);
    }

    function test_P35_ItIsCanceledAndMayBeRequestedAgain() external {
        _request(meridian);
        vm.expectEmit(address(chains));
        emit IRegistration.RegistrationCanceled(requested, meridian, WHY);
        _cancelRequest(meridian);
        _isRequest(RegistrationRequestState.CANCELED);
        _request(meridian);
        _isRequest(RegistrationRequestState.REQUESTED);
    }
}
