// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title AccountRegistryManager: suspendRegistry.
contract SuspendRegistryTest is RegistrationFixture {
    function test_RevertWhen_AnybodyButTheRegistrarSuspends() external {
        bytes memory err =
            abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, bond, nordhafen);
        vm.startPrank(nordhafen);
        refuses(err);
        registries.suspendRegistry(bond, 0);
        refuses(err);
        registries.unsuspendRegistry(bond, 0);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        vm.prank(meridian);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        registries.suspendRegistry(bond, 0);
    }

    function test_RevertWhen_SuspendedTwiceOrUnsuspendedUnsuspended() external {
        vm.startPrank(meridian);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotSuspended.selector, bond, RegistryState.REGISTERED
            )
        );
        registries.unsuspendRegistry(bond, 0);
        registries.suspendRegistry(bond, 0);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotRegistered.selector, bond, RegistryState.SUSPENDED
            )
        );
        registries.suspendRegistry(bond, 0);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, requested));
        registries.suspendRegistry(requested, 0);
    }

    function test_P36_ASuspendedRegistryTellsTheReason() external {
        vm.expectEmit(address(registries));
        emit IRegistration.RegistrySuspended(bond, WHY);
        suspend(bond);
        hasState(bond, RegistryState.SUSPENDED);
        hasState(fund, RegistryState.REGISTERED);
    }
}
