// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: setConfirmer, confirmers.
contract SetConfirmerTest is AccountFixture {
    function _set(address by, address confirmer) private {
        vm.prank(by);
        registries.setConfirmer(confirmer);
    }

    function test_Privilege_REGISTRAR_ISSUER_DEPOSITARY_HasNone() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_ISSUER));
        _set(alpen, address(1));
    }

    function test_Privilege_ISSUER_HadItUntilTheTransactionBefore() external {
        _set(issuer, address(1));
        revokeOn(address(registries), issuer, Privileges.REGISTRY_ISSUER);
        refuses(notHeld(issuer, Privileges.REGISTRY_ISSUER));
        _set(issuer, address(2));
        same(registries.confirmers(issuer), address(1), "confirmer");
    }

    function test_Privilege_DEPOSITARY_HasIt() external {
        grantOn(address(registries), stranger, Privileges.REGISTRY_DEPOSITARY);
        _set(stranger, address(1));
        same(registries.confirmers(stranger), address(1), "confirmer");
    }

    function test_Privilege_REGISTRAR_HasIt_AndNamesItsOwnConfirmerOnly() external {
        vm.expectEmit(address(registries));
        emit IRegistration.RegistryConfirmerChanged(meridian, address(1));
        _set(meridian, address(1));
        same(registries.confirmers(meridian), address(1), "confirmer");
        same(registries.confirmers(nordhafen), address(0), "another's");
        _set(meridian, address(0));
        same(registries.confirmers(meridian), address(0), "taken back");
    }
}
