// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: unsuspendRegistry.
contract UnsuspendRegistryTest is RegistrationFixture {
    function _unsuspend(address by) private {
        vm.prank(by);
        chains.unsuspendRegistry(shares, WHY);
    }

    function test_RevertWhen_AnybodyButTheRegistrarUnsuspends() external {
        _suspend();
        refuses(_registrarRequired(shares, nordhafen));
        _unsuspend(nordhafen);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _suspend();
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _unsuspend(meridian);
    }

    function test_RevertWhen_ItIsNotSuspended() external {
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotSuspended.selector, shares, RegistryState.REGISTERED
            )
        );
        _unsuspend(meridian);
    }

    function test_P36_Privilege_REGISTRAR_HasIt_AndEverythingIsAsBefore() external {
        _mark(alpen, CHAIN, 10);
        _suspend();
        _unsuspend(meridian);
        check(chains.registries(shares).registryState == RegistryState.REGISTERED, "state");
        _has(CHAIN, alpen, 1, 1_000, 10, 10);
        _has(CHAIN, baltic, 1, 500, 0, 0);
        _balanced();
    }
}
