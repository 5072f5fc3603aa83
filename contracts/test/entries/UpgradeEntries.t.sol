// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { EntryRegistryManagerV2 } from "../upgrade/EntryRegistryManagerV2.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: upgrade, rollback, implementation.
contract UpgradeEntriesTest is EntryFixture {
    address private engineer;
    address private first;
    address private second;

    function setUp() public override {
        super.setUp();
        engineer = onboard("Engine Room");
        grantOn(address(entries), engineer, Privileges.REGISTRY_PLATFORM_UPGRADE);
        first = entries.implementation();
        second = address(new EntryRegistryManagerV2());
    }

    function _announce(address code) private {
        vm.prank(engineer);
        entries.announceUpgrade(code, keccak256(""));
    }

    function _upgrade(address by, address code, bytes memory migration) private {
        vm.prank(by);
        entries.upgrade(code, migration);
    }

    function _rollback(address by) private {
        vm.prank(by);
        entries.rollback();
    }

    function test_P41_CON12_Privilege_PLATFORM_UPGRADE_HasItNot() external {
        refuses(notHeld(operator, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _upgrade(operator, second, "");
        announced(address(entries), engineer, second, "");
        _upgrade(engineer, second, "");
        refuses(notHeld(operator, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _rollback(operator);
    }

    function test_P41_CON12_Privilege_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        announced(address(entries), engineer, second, "");
        _upgrade(engineer, second, "");
        revokeOn(address(entries), engineer, Privileges.REGISTRY_PLATFORM_UPGRADE);
        refuses(notHeld(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _rollback(engineer);
        refuses(notHeld(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _upgrade(engineer, second, "");
    }

    function test_P41_RevertWhen_TheCodeIsOfAnotherKindOrNotNewer() external {
        address accounts = registries.implementation();
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, accounts));
        _announce(accounts);
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeVersionNotRising.selector, 1, 1));
        _announce(first);
    }

    function test_RevertWhen_NothingWasReplaced() external {
        refuses(abi.encodeWithSelector(IUpgradable.RollbackImpossible.selector));
        vm.prank(engineer);
        entries.announceRollback();
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasIt_AndTheStateSurvivesBothWays() external {
        IRegistry.Movement memory prepared = prepareMovement();
        bytes memory migration = abi.encodeCall(EntryRegistryManagerV2.count, (A3));
        announced(address(entries), engineer, second, migration);
        _upgrade(engineer, second, migration);
        same(entries.getVersion(), 2, "version");
        same(entries.implementation(), second, "implementation");
        same(EntryRegistryManagerV2(address(entries)).counted(A3), 1, "what the new code keeps");
        isEntry(A1, EntryType.ISSUED, alpen, address(this));
        isEntry(N1, EntryType.NONE, baltic, address(this));
        same(entries.numEntries(note), 4, "entries");
        entries.transferAndUnearmark(prepared);
        issueTo(rhone, list(N2));
        announcedBack(address(entries), engineer);
        vm.expectEmit(address(entries));
        emit IUpgradable.ManagerRolledBack(second, first, 1);
        _rollback(engineer);
        same(entries.getVersion(), 1, "version after the rollback");
        isEntry(A1, EntryType.TERMINATED, alpen);
        isEntry(N1, EntryType.ISSUED, baltic);
        isEntry(N2, EntryType.ISSUED, rhone);
        same(entries.numEntries(note), 4, "entries after the rollback");
        announced(address(entries), engineer, second, "");
        _upgrade(engineer, second, "");
        same(EntryRegistryManagerV2(address(entries)).counted(A3), 1, "the new code's own");
    }
}
