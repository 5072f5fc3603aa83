// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: suspendRegistry.
contract SuspendRegistryTest is RegistrationFixture {
    function test_RevertWhen_AnybodyButTheRegistrarSuspends() external {
        vm.prank(nordhafen);
        refuses(_registrarRequired(shares, nordhafen));
        chains.suspendRegistry(shares, WHY);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        vm.prank(meridian);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        chains.suspendRegistry(shares, WHY);
    }

    function test_RevertWhen_ItIsSuspendedAlready() external {
        _suspend();
        vm.prank(meridian);
        refuses(_notRegistered(shares, RegistryState.SUSPENDED));
        chains.suspendRegistry(shares, WHY);
    }

    function test_Privilege_REGISTRAR_HasIt_AndTheStateSaysSo() external {
        vm.expectEmit(address(chains));
        emit IRegistration.RegistrySuspended(shares, WHY);
        _suspend();
        check(chains.registries(shares).registryState == RegistryState.SUSPENDED, "state");
        check(chains.registries(empty).registryState == RegistryState.REGISTERED, "another registry");
    }
}
