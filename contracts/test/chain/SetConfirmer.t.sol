// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: setConfirmer, confirmers.
contract SetConfirmerTest is RegistrationFixture {
    function _set(address by, address confirmer) private {
        vm.prank(by);
        chains.setConfirmer(confirmer);
    }

    function test_Privilege_REGISTRAR_HasItNot() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_ISSUER));
        _set(alpen, address(0xC0));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_ISSUER));
        _set(meridian, address(0xC0));
    }

    function test_Privilege_REGISTRAR_HasIt_AndEachTenantHasItsOwn() external {
        vm.expectEmit(address(chains));
        emit IRegistration.RegistryConfirmerChanged(meridian, address(0xC0));
        _set(meridian, address(0xC0));
        _set(issuer, address(0xC1));
        same(chains.confirmers(meridian), address(0xC0), "the registrar's");
        same(chains.confirmers(issuer), address(0xC1), "the issuer's");
        same(chains.confirmers(nordhafen), address(0), "another's");
    }
}
