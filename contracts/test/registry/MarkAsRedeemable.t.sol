// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: markAsRedeemable, markedBalanceOf.
contract MarkAsRedeemableTest is AccountFixture {
    function _mark(address by, uint256 quantity) private {
        vm.prank(by);
        registries.markAsRedeemable(bond, num(1), quantity);
    }

    function test_P05_NothingEarmarkedIsMarked() external {
        earmarkOfAlpen(400);
        refuses(notAvailable(alpen, 1, 600, 601));
        _mark(alpen, 601);
    }

    function test_CON14_AMarkOfNothingOrTooMuchIsRefused() external {
        refuses(quantityInvalid(0));
        _mark(alpen, 0);
        refuses(quantityInvalid(1 << 128));
        _mark(alpen, 1 << 128);
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        _mark(alpen, 1);
        revokeOn(address(registries), alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _mark(alpen, 1);
    }

    function test_Privilege_INVESTOR_HasItNot() external {
        refuses(notHeld(meridian, Privileges.REGISTRY_INVESTOR));
        _mark(meridian, 1);
    }

    function test_P36_NothingIsMarkedWhileSuspended() external {
        suspend(bond);
        refuses(notRegistered(bond, RegistryState.SUSPENDED));
        _mark(alpen, 1);
    }

    function test_P05_WhatIsMarkedMovesNoOtherWay() external {
        _mark(alpen, 1_000);
        whitelistSender(alpen);
        bytes memory err = notAvailable(alpen, 1, 0, 1);
        refuses(err);
        earmarkOfAlpen(1);
        vm.prank(alpen);
        refuses(err);
        registries.transfer(bond, num(1), account(baltic, 1), 1);
        vm.prank(alpen);
        refuses(err);
        registries.reorg(bond, part(1, 1), part(2, 1));
        vm.prank(meridian);
        refuses(err);
        registries.forcedTransfer(bond, account(alpen, 1), account(baltic, 1), 1, WHY);
    }

    function testFuzz_P03_WhatIsMarkedCountsAsEarmarked(uint256 quantity) external {
        quantity = 1 + (quantity % 600);
        earmarkOfAlpen(400);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.MarkChanged(bond, alpen, num(1), quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AccountChanged(bond, alpen, num(1), 1_000, 400 + quantity);
        vm.expectEmit(address(registries));
        emit IAccountRegistryManager.AssetsMarkedAsRedeemable(bond, alpen, num(1), quantity);
        _mark(alpen, quantity);
        same(registries.markedBalanceOf(bond, account(alpen, 1)), quantity, "marked");
        holds(bond, alpen, 1, 1_000, 400 + quantity);
    }
}
