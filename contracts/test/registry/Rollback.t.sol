// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { Account, AccountNumber } from "../../src/types/Account.sol";
import { AccountRegistryManagerV2 } from "../upgrade/AccountRegistryManagerV2.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: rollback.
contract RollbackTest is AccountFixture {
    address private engineer;
    address private second;

    function setUp() public override {
        super.setUp();
        engineer = onboard("Engine Room");
        grantOn(address(registries), engineer, Privileges.REGISTRY_PLATFORM_UPGRADE);
        second = address(new AccountRegistryManagerV2());
        earmarkOfAlpen(400);
        registries.setReceivingAccount(movement(alpen, baltic, 400), data(2));
        markRedeemable(alpen, 100);
        vm.prank(alpen);
        registries.approve(bond, baltic, 77);
        vm.prank(meridian);
        registries.prepareEntry(bond, "ref", account(rhone, 1), 5);
        setConfirmers();
    }

    function _state() private view returns (bytes32) {
        (uint256 issued, uint256 terminated) = registries.supplyOf(bond);
        (AccountNumber from, AccountNumber to) =
            registries.preparedAccounts(address(this), movement(alpen, baltic, 400));
        (Account memory prepared, uint256 quantity) = registries.preparedEntries(bond, "ref");
        return keccak256(
            abi.encode(
                registries.registries(bond),
                registries.registrationRequests(bond),
                registries.balanceOf(bond, alpen),
                registries.earmarkedBalanceOf(bond, alpen),
                registries.markedBalanceOf(bond, account(alpen, 1)),
                registries.allowance(bond, alpen, baltic),
                registries.confirmers(meridian),
                registries.registrationProtocol(),
                registries.accountsOf(meridian, alpen),
                registries.accountDetails(meridian, account(alpen, 1)),
                abi.encode(issued, terminated, from, to, prepared, quantity)
            )
        );
    }

    function _upgrade(bytes memory migration) private {
        announced(address(registries), engineer, second, migration);
        vm.prank(engineer);
        registries.upgrade(second, migration);
    }

    function _rollback(address by) private {
        vm.prank(by);
        registries.rollback();
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasItNot() external {
        _upgrade("");
        refuses(notHeld(meridian, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _rollback(meridian);
    }

    function test_CON12_Privilege_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        _upgrade("");
        revokeOn(address(registries), engineer, Privileges.REGISTRY_PLATFORM_UPGRADE);
        refuses(notHeld(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _rollback(engineer);
    }

    function test_RevertWhen_NothingWasUpgraded() external {
        refuses(abi.encodeWithSelector(IUpgradable.RollbackImpossible.selector));
        vm.prank(engineer);
        registries.announceRollback();
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasIt_AndTheFormerCodeIsBackWithTheState() external {
        bytes32 before = _state();
        address first = registries.implementation();
        _upgrade(abi.encodeCall(AccountRegistryManagerV2.migrate, ()));
        announcedBack(address(registries), engineer);
        vm.expectEmit(address(registries));
        emit IUpgradable.ManagerRolledBack(second, first, 1);
        _rollback(engineer);
        same(registries.getVersion(), 1, "version");
        same(registries.implementation(), first, "implementation");
        same(_state(), before, "state");
        registries.unearmark(movement(alpen, baltic, 400));
        holds(bond, alpen, 1, 1_000, 100);
    }

    function test_P41_WhatTheSecondVersionEarmarkedMovesUnderTheFirst() external {
        registries.unearmark(movement(alpen, baltic, 400));
        _upgrade("");
        earmarkOfAlpen(250);
        registries.setReceivingAccount(movement(alpen, baltic, 250), data(1));
        announcedBack(address(registries), engineer);
        _rollback(engineer);
        registries.transferAndUnearmark(movement(alpen, baltic, 250));
        holds(bond, alpen, 1, 750, 100);
        holds(bond, baltic, 1, 1_250, 0);
    }
}
