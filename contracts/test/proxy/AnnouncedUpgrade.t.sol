// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";
import { InstrumentManagerV2 } from "../upgrade/InstrumentManagerV2.sol";

/// @title IUpgradable: announceUpgrade, announceRollback, withdrawUpgrade, announcedUpgrade; I-1, new code and its
/// rollback are on the ledger seven days before they take effect.
contract AnnouncedUpgradeTest is DeliveryFixture {
    address private engineer;
    address private first;
    address private second;

    bytes32 private constant NO_MIGRATION = keccak256("");

    function setUp() public override {
        super.setUp();
        engineer = onboard("Engine Room");
        grantOn(address(instruments), engineer, Privileges.INSTRUMENT_PLATFORM_UPGRADE);
        first = instruments.implementation();
        second = address(new InstrumentManagerV2());
    }

    function _announce() private {
        vm.prank(engineer);
        instruments.announceUpgrade(second, NO_MIGRATION);
    }

    function _upgrade() private {
        vm.prank(engineer);
        instruments.upgrade(second, "");
    }

    function _rollback() private {
        vm.prank(engineer);
        instruments.rollback();
    }

    function _notAnnounced(address code) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IUpgradable.UpgradeNotAnnounced.selector, code);
    }

    function _notEffective(uint256 from) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IUpgradable.UpgradeNotEffective.selector, from, from + 30 days);
    }

    function test_I1_Privilege_PLATFORM_UPGRADE_HasItNot() external {
        bytes memory err = notHeld(operator, Privileges.INSTRUMENT_PLATFORM_UPGRADE);
        vm.startPrank(operator);
        refuses(err);
        instruments.announceUpgrade(second, NO_MIGRATION);
        refuses(err);
        instruments.announceRollback();
        refuses(err);
        instruments.withdrawUpgrade();
    }

    function test_I1_RevertWhen_AnUpgradeIsNotAnnounced() external {
        refuses(_notAnnounced(second));
        _upgrade();
    }

    function test_I1_RevertWhen_AnUpgradeComesASecondTooEarlyOrTooLate() external {
        uint256 from = block.timestamp + 7 days;
        _announce();
        refuses(_notEffective(from));
        _upgrade();
        vm.warp(from - 1);
        refuses(_notEffective(from));
        _upgrade();
        vm.warp(from + 30 days + 1);
        refuses(_notEffective(from));
        _upgrade();
    }

    function test_I1_RevertWhen_TheCodeOrTheMigrationIsNotTheAnnouncedOne() external {
        announced(address(instruments), engineer, second, "");
        address other = address(new InstrumentManagerV2());
        vm.startPrank(engineer);
        refuses(_notAnnounced(other));
        instruments.upgrade(other, "");
        refuses(_notAnnounced(second));
        instruments.upgrade(second, abi.encodeCall(InstrumentManagerV2.migrate, ()));
    }

    /// @dev As an account with an EIP-7702 delegation can change what it runs.
    function test_I1_RevertWhen_TheAddressHasOtherCodeByThen() external {
        announced(address(instruments), engineer, second, "");
        vm.etch(second, abi.encodePacked(second.code, hex"00"));
        refuses(_notAnnounced(second));
        _upgrade();
    }

    function test_I1_RevertWhen_AnotherChangeIsAnnounced() external {
        _announce();
        bytes memory err = abi.encodeWithSelector(IUpgradable.UpgradeAlreadyAnnounced.selector, second);
        address other = address(new InstrumentManagerV2());
        vm.prank(engineer);
        refuses(err);
        instruments.announceUpgrade(other, NO_MIGRATION);
        vm.warp(block.timestamp + 37 days);
        vm.prank(engineer);
        refuses(err);
        instruments.announceUpgrade(other, NO_MIGRATION);
    }

    function test_I1_RevertWhen_TheUpgradeIsMadeTwice() external {
        announced(address(instruments), engineer, second, "");
        _upgrade();
        refuses(_notAnnounced(second));
        _upgrade();
    }

    function test_I1_RevertWhen_ARollbackIsNotAnnouncedOrTooEarly() external {
        announced(address(instruments), engineer, second, "");
        _upgrade();
        refuses(_notAnnounced(first));
        _rollback();
        vm.prank(engineer);
        instruments.announceRollback();
        refuses(_notEffective(block.timestamp + 7 days));
        _rollback();
    }

    function test_I1_RevertWhen_NothingIsThereToWithdraw() external {
        refuses(_notAnnounced(address(0)));
        vm.prank(engineer);
        instruments.withdrawUpgrade();
    }

    function test_I1_AnnouncedCodeIsOnTheLedgerAndTakesEffectSevenDaysLater() external {
        uint256 from = block.timestamp + 7 days;
        vm.expectEmit(address(instruments));
        emit IUpgradable.UpgradeAnnounced(
            second, engineer, false, second.codehash, NO_MIGRATION, from, from + 30 days
        );
        _announce();
        IUpgradable.AnnouncedUpgrade memory change = instruments.announcedUpgrade();
        same(change.implementation, second, "implementation");
        same(change.announcedBy, engineer, "announced by");
        same(change.effectiveFrom, from, "effective from");
        same(change.codeHash, second.codehash, "code");
        same(change.migrationHash, NO_MIGRATION, "migration");
        check(!change.isRollback, "rollback");
        same(instruments.UPGRADE_DELAY(), 7 days, "delay");
        same(instruments.UPGRADE_LIFETIME(), 30 days, "lifetime");
        vm.warp(from + 30 days);
        _upgrade();
        same(instruments.implementation(), second, "code");
        same(instruments.announcedUpgrade().implementation, address(0), "announcement");
    }

    function test_I1_ARollbackTakesSevenDaysToo() external {
        announced(address(instruments), engineer, second, "");
        _upgrade();
        uint256 from = block.timestamp + 7 days;
        vm.expectEmit(address(instruments));
        emit IUpgradable.UpgradeAnnounced(first, engineer, true, first.codehash, 0, from, from + 30 days);
        vm.prank(engineer);
        instruments.announceRollback();
        check(instruments.announcedUpgrade().isRollback, "rollback");
        vm.warp(from);
        refuses(_notAnnounced(first));
        vm.prank(engineer);
        instruments.upgrade(first, "");
        _rollback();
        same(instruments.implementation(), first, "code");
    }

    function test_I1_WhatIsWithdrawnNeverTakesEffect() external {
        announced(address(instruments), engineer, second, "");
        vm.expectEmit(address(instruments));
        emit IUpgradable.UpgradeWithdrawn(second, engineer);
        vm.prank(engineer);
        instruments.withdrawUpgrade();
        refuses(_notAnnounced(second));
        _upgrade();
        same(instruments.announcedUpgrade().implementation, address(0), "announcement");
    }

    function test_I1_ALapsedAnnouncementMakesWay() external {
        _announce();
        vm.warp(block.timestamp + 37 days + 1);
        address other = address(new InstrumentManagerV2());
        vm.prank(engineer);
        instruments.announceUpgrade(other, NO_MIGRATION);
        same(instruments.announcedUpgrade().implementation, other, "announcement");
    }

    function test_I1_TheFirstCodeOfAManagerNeedsNoAnnouncement() external view {
        same(instruments.implementation(), first, "code");
        same(InstrumentManager(first).kind(), "InstrumentManager", "kind");
    }
}
