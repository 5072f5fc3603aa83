// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { RegistrationFixture } from "./RegistrationFixture.sol";

/// @title ChainRegistryManager: startExporting.
contract StartExportingTest is RegistrationFixture {
    function _start(address by) private {
        vm.prank(by);
        chains.startExporting(shares, WHY);
    }

    function test_RevertWhen_AnybodyButTheRegistrarStarts() external {
        refuses(_registrarRequired(shares, agent));
        _start(agent);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _start(meridian);
    }

    function test_P37_RevertWhen_ItIsExportingOrSuspendedAlready() external {
        _start(meridian);
        refuses(_notRegistered(shares, RegistryState.EXPORTING));
        _start(meridian);
    }

    function test_Privilege_REGISTRAR_HasIt_AndTheStateSaysSo() external {
        vm.expectEmit(address(chains));
        emit IRegistration.RegistryExportStarted(shares, WHY);
        _start(meridian);
        check(chains.registries(shares).registryState == RegistryState.EXPORTING, "state");
    }
}
