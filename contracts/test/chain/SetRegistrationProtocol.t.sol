// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationType } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: setRegistrationProtocol, registrationProtocol.
contract SetRegistrationProtocolTest is RegistrationFixture {
    function _set(address by, RegistrationType registrationType) private {
        vm.prank(by);
        chains.setRegistrationProtocol(registrationType);
    }

    function test_Privilege_OPERATOR_HasItNot() external {
        refuses(notHeld(meridian, Privileges.REGISTRY_OPERATOR));
        _set(meridian, RegistrationType.NONE);
    }

    function test_Privilege_OPERATOR_HadItUntilTheTransactionBefore() external {
        _grant(stranger, Privileges.REGISTRY_OPERATOR);
        _revoke(stranger, Privileges.REGISTRY_OPERATOR);
        refuses(notHeld(stranger, Privileges.REGISTRY_OPERATOR));
        _set(stranger, RegistrationType.NONE);
    }

    function test_Privilege_OPERATOR_HasIt_AndClosesAndOpens() external {
        check(chains.registrationProtocol() == RegistrationType.MIXED_HOLDINGS, "from the start");
        _grant(stranger, Privileges.REGISTRY_OPERATOR);
        _set(stranger, RegistrationType.NONE);
        refuses(abi.encodeWithSelector(IRegistration.RegistrationClosed.selector));
        _request(meridian);
        _set(stranger, RegistrationType.MIXED_HOLDINGS);
        _request(meridian);
    }
}
