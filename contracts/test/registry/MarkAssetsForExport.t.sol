// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: markAssetsForExport.
contract MarkAssetsForExportTest is AccountFixture {
    function _mark(address by, uint256 quantity) private {
        vm.prank(by);
        registries.markAssetsForExport(bond, num(1), quantity);
    }

    function test_P05_NothingEarmarkedIsMarked() external {
        earmarkOfAlpen(400);
        export(bond);
        refuses(notAvailable(alpen, 1, 600, 601));
        _mark(alpen, 601);
    }

    function test_CON14_AMarkOfNothingOrTooMuchIsRefused() external {
        export(bond);
        refuses(quantityInvalid(0));
        _mark(alpen, 0);
        refuses(quantityInvalid(1 << 128));
        _mark(alpen, 1 << 128);
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        export(bond);
        _mark(alpen, 1);
        revokeOn(address(registries), alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _mark(alpen, 1);
    }

    function test_Privilege_INVESTOR_HasItNot() external {
        export(bond);
        refuses(notHeld(meridian, Privileges.REGISTRY_INVESTOR));
        _mark(meridian, 1);
    }

    function test_P37_NothingIsMarkedForExportBeforeTheExportHasStarted() external {
        refuses(
            abi.encodeWithSelector(
                IRegistration.RegistryNotExporting.selector, bond, RegistryState.REGISTERED
            )
        );
        _mark(alpen, 1);
    }

    function test_P37_WhatIsMarkedForExportMayBeTerminated() external {
        export(bond);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.MarkChanged(bond, alpen, num(1), 1_000);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(1), 1_000, 1_000);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsMarkedForExport(bond, alpen, num(1), 1_000);
        _mark(alpen, 1_000);
        vm.prank(meridian);
        registries.terminate(bond, account(alpen, 1), 1_000);
        holds(bond, alpen, 1, 0, 0);
        supplyIs(bond, 2_000, 1_000);
    }
}
