// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { InstrumentManagerV2 } from "../upgrade/InstrumentManagerV2.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title InstrumentManager: rollback.
contract RollbackTest is InstrumentFixture {
    address private engineer;
    address private first;
    address private second;

    function setUp() public override {
        super.setUp();
        engineer = onboard("Engine Room");
        grantOn(address(instruments), engineer, Privileges.INSTRUMENT_PLATFORM_UPGRADE);
        first = instruments.implementation();
        second = address(new InstrumentManagerV2());
    }

    function _upgrade() private {
        announced(address(instruments), engineer, second, "");
        vm.prank(engineer);
        instruments.upgrade(second, "");
    }

    function _rollback(address by) private {
        vm.prank(by);
        instruments.rollback();
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasItNot() external {
        _upgrade();
        refuses(notHeld(supervisor, Privileges.INSTRUMENT_PLATFORM_UPGRADE));
        _rollback(supervisor);
    }

    function test_CON12_Privilege_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        _upgrade();
        revokeOn(address(instruments), engineer, Privileges.INSTRUMENT_PLATFORM_UPGRADE);
        refuses(notHeld(engineer, Privileges.INSTRUMENT_PLATFORM_UPGRADE));
        _rollback(engineer);
    }

    function test_RevertWhen_NothingWasReplaced() external {
        refuses(abi.encodeWithSelector(IUpgradable.RollbackImpossible.selector));
        vm.prank(engineer);
        instruments.announceRollback();
        _upgrade();
        announcedBack(address(instruments), engineer);
        _rollback(engineer);
        refuses(abi.encodeWithSelector(IUpgradable.RollbackImpossible.selector));
        vm.prank(engineer);
        instruments.announceRollback();
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasIt_AndTheStateSurvivesBothWays() external {
        _private(ID);
        _upgrade();
        InstrumentManagerV2(address(instruments)).rate(ID, "AAA");
        vm.prank(issuer);
        instruments.updateWhitelist(ID, _list(rhone), true);
        _private(SECOND);
        announcedBack(address(instruments), engineer);
        vm.expectEmit(address(instruments));
        emit IUpgradable.ManagerRolledBack(second, first, 1);
        _rollback(engineer);
        same(instruments.getVersion(), 1, "version");
        same(instruments.implementation(), first, "implementation");
        check(instruments.isWhitelisted(ID, rhone), "what the new code wrote");
        check(instruments.isValidInstrument(SECOND), "what was created under the new code");
        _upgrade();
        same(InstrumentManagerV2(address(instruments)).ratings(ID), bytes32("AAA"), "the new code's own");
    }
}
