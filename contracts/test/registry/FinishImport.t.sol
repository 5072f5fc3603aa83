// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: finishImport.
contract FinishImportTest is AccountFixture {
    RegistryId private imported;

    function setUp() public override {
        super.setUp();
        imported = importing();
    }

    function _finish(address by) private {
        vm.prank(by);
        registries.finishImport(imported);
    }

    function test_RevertWhen_TheCallerIsNotTheRegistrar() external {
        refuses(notRegistrar(imported, issuer));
        _finish(issuer);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _finish(meridian);
    }

    function test_P37_AnImportIsFinishedOnce() external {
        _finish(meridian);
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotImporting.selector, imported, RegistryState.REGISTERED
            )
        );
        _finish(meridian);
    }

    function test_P37_OnceFinishedTheRegistryIsOneLikeAnyOther() external {
        hasState(imported, RegistryState.IMPORTING);
        vm.prank(meridian);
        registries.importAssets(imported, account(alpen, 1), 5);
        vm.expectEmit(address(registries));
        emit IRegistration.RegistryImportFinished(imported);
        _finish(meridian);
        hasState(imported, RegistryState.REGISTERED);
        issueTo(imported, alpen, 1, 1);
        holds(imported, alpen, 1, 6, 0);
    }
}
