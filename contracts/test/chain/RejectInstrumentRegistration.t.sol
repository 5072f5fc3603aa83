// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationRequestState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: rejectInstrumentRegistration.
contract RejectInstrumentRegistrationTest is RegistrationFixture {
    function _reject(address by) private {
        vm.prank(by);
        chains.rejectInstrumentRegistration(requested, WHY);
    }

    function test_RevertWhen_AnybodyButTheIssuerRejects() external {
        _request(meridian);
        refuses(
            abi.encodeWithSelector(IRegistration.RegistrationIssuerRequired.selector, requested, meridian)
        );
        _reject(meridian);
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        _request(meridian);
        _revoke(issuer, Privileges.REGISTRY_ISSUER);
        refuses(notHeld(issuer, Privileges.REGISTRY_ISSUER));
        _reject(issuer);
    }

    function test_P35_RevertWhen_ItIsNotRequested() external {
        refuses(_notRequested(RegistrationRequestState.NONE));
        _reject(issuer);
    }

    function test_P35_Privilege_ISSUER_HasIt_AndTheRequestIsRejected() external {
        _request(meridian);
        vm.expectEmit(address(chains));
        emit IRegistration.RegistrationRejected(requested, issuer, WHY);
        _reject(issuer);
        _isRequest(RegistrationRequestState.REJECTED);
    }
}
