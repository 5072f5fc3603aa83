// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationRequestState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title AccountRegistryManager: rejectInstrumentRegistration.
contract RejectInstrumentRegistrationTest is RegistrationFixture {
    function test_RevertWhen_AnybodyButTheIssuerRejects() external {
        request();
        refuses(
            abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, meridian)
        );
        rejectRequest(meridian);
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        request();
        revokeOn(address(registries), issuer, Privileges.REGISTRY_ISSUER);
        refuses(notHeld(issuer, Privileges.REGISTRY_ISSUER));
        rejectRequest(issuer);
    }

    function test_P35_OnlyARequestIsRejected() external {
        refuses(notRequested(RegistrationRequestState.NONE));
        rejectRequest(issuer);
        request();
        confirmed(issuer);
        refuses(notRequested(RegistrationRequestState.CONFIRMED));
        rejectRequest(issuer);
    }

    function test_P35_ARejectedRequestMayBeMadeAgain() external {
        request();
        vm.expectEmit(address(registries));
        emit IRegistration.RegistrationRejected(requested, issuer, WHY);
        rejectRequest(issuer);
        requestIs(RegistrationRequestState.REJECTED);
        refuses(notRequested(RegistrationRequestState.REJECTED));
        cancelRequest(meridian);
        request();
        confirmed(issuer);
    }
}
