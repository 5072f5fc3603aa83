// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title AccountRegistryManager: unsuspendRegistry.
contract UnsuspendRegistryTest is RegistrationFixture {
    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        suspend(bond);
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        vm.prank(meridian);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        registries.unsuspendRegistry(bond, WHY);
    }

    function test_RevertWhen_ItIsNotSuspended() external {
        vm.prank(meridian);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotSuspended.selector, bond, RegistryState.REGISTERED
            )
        );
        registries.unsuspendRegistry(bond, WHY);
    }

    function test_P36_UnsuspendingRestoresExactlyWhatWasThere() external {
        earmarkOfAlpen(400);
        registries.setReceivingAccount(movement(alpen, baltic, 400), data(1));
        suspend(bond);
        vm.expectEmit(address(registries));
        emit IRegistration.RegistryUnsuspended(bond, WHY);
        vm.prank(meridian);
        registries.unsuspendRegistry(bond, WHY);
        hasState(bond, RegistryState.REGISTERED);
        holds(bond, alpen, 1, 1_000, 400);
        registries.transferAndUnearmark(movement(alpen, baltic, 400));
        holds(bond, baltic, 1, 1_400, 0);
    }
}
