// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { AccountRegistryManager } from "../../src/registry/accounts/AccountRegistryManager.sol";
import { Account, AccountNumber } from "../../src/types/Account.sol";
import { AccountRegistryManagerV2 } from "../upgrade/AccountRegistryManagerV2.sol";
import { AccountFixture } from "./AccountFixture.sol";

/// @title AccountRegistryManager: upgrade, implementation, kind, getVersion.
contract UpgradeTest is AccountFixture {
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

    function _announce(address by, address code) private {
        vm.prank(by);
        registries.announceUpgrade(code, keccak256(""));
    }

    function _upgrade(address by, address code, bytes memory migration) private {
        vm.prank(by);
        registries.upgrade(code, migration);
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasItNot() external {
        refuses(notHeld(meridian, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _upgrade(meridian, second, "");
    }

    function test_CON12_Privilege_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        revokeOn(address(registries), engineer, Privileges.REGISTRY_PLATFORM_UPGRADE);
        refuses(notHeld(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _upgrade(engineer, second, "");
    }

    function test_RevertWhen_TheCodeIsNoneOfAnotherKindOrNotNewer() external {
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, address(0xC0DE)));
        _announce(engineer, address(0xC0DE));
        address other = address(new InstrumentManager());
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, other));
        _announce(engineer, other);
        address again = address(new AccountRegistryManager());
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeVersionNotRising.selector, 1, 1));
        _announce(engineer, again);
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasIt_AndTheStateSurvives() external {
        bytes32 before = _state();
        address first = registries.implementation();
        bytes memory migration = abi.encodeCall(AccountRegistryManagerV2.migrate, ());
        announced(address(registries), engineer, second, migration);
        vm.expectEmit(address(registries));
        emit IUpgradable.ManagerUpgraded(first, second, 2);
        _upgrade(engineer, second, migration);
        same(_state(), before, "state");
        same(registries.getVersion(), 2, "version");
        same(registries.implementation(), second, "implementation");
        same(registries.kind(), "AccountRegistryManager", "kind");
        AccountRegistryManagerV2 upgraded = AccountRegistryManagerV2(address(registries));
        same(upgraded.migratedAt(), block.timestamp, "migrated");
        upgraded.note(bond, "noted");
        same(_state(), before, "state after the new call");
    }

    function test_P41_WhatWasEarmarkedBeforeMovesAfterwards() external {
        announced(address(registries), engineer, second, "");
        _upgrade(engineer, second, "");
        registries.transferAndUnearmark(movement(alpen, baltic, 400));
        holds(bond, alpen, 1, 600, 100);
        holds(bond, baltic, 2, 400, 0);
    }

    function test_CON12_AnUpgradedManagerIsNotInitialisedAgain() external {
        announced(address(registries), engineer, second, "");
        _upgrade(engineer, second, "");
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        registries.init(address(this), address(this));
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        AccountRegistryManager(second).init(address(this), address(this));
    }
}
