// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: startExporting.
contract StartExportingTest is AccountFixture {
    function test_RevertWhen_TheCallerIsNotTheRegistrar() external {
        vm.prank(issuer);
        refuses(notRegistrar(bond, issuer));
        registries.startExporting(bond, WHY);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        vm.prank(meridian);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        registries.startExporting(bond, WHY);
    }

    function test_P37_AnExportIsStartedOnceAndOnlyWhereTheRegistryIsRegistered() external {
        suspend(bond);
        vm.startPrank(meridian);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        registries.startExporting(bond, WHY);
        registries.unsuspendRegistry(bond, WHY);
        registries.startExporting(bond, WHY);
        refuses(notRegistered(bond, RegistryState.EXPORTING));
        registries.startExporting(bond, WHY);
    }

    function test_P37_WhileExportingNothingMovesButByForce() external {
        earmarkOfAlpen(400);
        registries.setReceivingAccount(movement(alpen, baltic, 400), data(1));
        vm.expectEmit(address(registries));
        emit IRegistration.RegistryExportStarted(bond, WHY);
        export(bond);
        bytes memory err = notRegistered(bond, RegistryState.EXPORTING);
        refuses(err);
        registries.transferAndUnearmark(movement(alpen, baltic, 400));
        refuses(err);
        registries.earmark(movement(alpen, baltic, 1), data(1));
        vm.startPrank(meridian);
        refuses(err);
        registries.issue(bond, account(alpen, 1), 1);
        refuses(err);
        registries.forcedReorg(bond, alpen, part(1, 1), part(2, 1), WHY);
        refuses(err);
        registries.suspendRegistry(bond, WHY);
        vm.stopPrank();
        vm.startPrank(alpen);
        refuses(err);
        registries.transfer(bond, num(1), account(alpen, 2), 1);
        refuses(err);
        registries.reorg(bond, part(1, 1), part(2, 1));
        refuses(err);
        registries.markAsRedeemable(bond, num(1), 1);
        vm.stopPrank();
        registries.unearmark(movement(alpen, baltic, 400));
        holds(bond, alpen, 1, 1_000, 0);
    }
}
