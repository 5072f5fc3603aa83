// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: cancelExport.
contract CancelExportTest is AccountFixture {
    function setUp() public override {
        super.setUp();
        earmarkOfAlpen(400);
        export(bond);
        vm.prank(alpen);
        registries.markAssetsForExport(bond, num(1), 500);
    }

    function _cancel(address by, uint256 quantity) private {
        vm.prank(by);
        registries.cancelExport(bond, num(1), quantity);
    }

    function test_RevertWhen_MoreIsTakenBackThanIsMarked() external {
        refuses(notMarked(alpen, 500, 501));
        _cancel(alpen, 501);
        refuses(notMarked(baltic, 0, 1));
        _cancel(baltic, 1);
    }

    function test_CON05_AMarkTakenBackLeavesWhatAProtocolHasEarmarked() external {
        refuses(notMarked(alpen, 500, 900));
        _cancel(alpen, 900);
        _cancel(alpen, 500);
        holds(bond, alpen, 1, 1_000, 400);
    }

    function test_CON14_NothingAndTooMuchAreNotTakenBack() external {
        refuses(quantityInvalid(0));
        _cancel(alpen, 0);
        refuses(quantityInvalid(1 << 128));
        _cancel(alpen, 1 << 128);
    }

    function test_ItAsksForNoPrivilege() external {
        revokeOn(address(registries), alpen, Privileges.REGISTRY_INVESTOR);
        _cancel(alpen, 500);
        holds(bond, alpen, 1, 1_000, 400);
    }

    function testFuzz_P03_WhatIsTakenBackIsFreeAgain(uint256 quantity) external {
        quantity = 1 + (quantity % 500);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.MarkChanged(bond, alpen, num(1), 500 - quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(1), 1_000, 900 - quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsExportCanceled(bond, alpen, num(1), quantity);
        _cancel(alpen, quantity);
        same(registries.markedBalanceOf(bond, account(alpen, 1)), 500 - quantity, "marked");
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        RegistryId unknown = RegistryId.wrap("unknown");
        vm.prank(alpen);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, unknown));
        registries.cancelExport(unknown, num(1), 1);
    }
}
