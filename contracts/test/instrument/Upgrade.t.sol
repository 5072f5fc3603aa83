// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { InstrumentManagerV2 } from "../upgrade/InstrumentManagerV2.sol";
import { InstrumentFixture } from "./InstrumentFixture.sol";

/// @title InstrumentManager: upgrade, implementation.
contract UpgradeTest is InstrumentFixture {
    address private engineer;
    address private second;

    function setUp() public override {
        super.setUp();
        engineer = onboard("Engine Room");
        grantOn(address(instruments), engineer, Privileges.INSTRUMENT_PLATFORM_UPGRADE);
        second = address(new InstrumentManagerV2());
    }

    function _announce(address by, address code) private {
        vm.prank(by);
        instruments.announceUpgrade(code, keccak256(""));
    }

    function _upgrade(address by, address code, bytes memory migration) private {
        vm.prank(by);
        instruments.upgrade(code, migration);
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasItNot() external {
        refuses(notHeld(supervisor, Privileges.INSTRUMENT_PLATFORM_UPGRADE));
        _upgrade(supervisor, second, "");
    }

    function test_CON12_Privilege_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        revokeOn(address(instruments), engineer, Privileges.INSTRUMENT_PLATFORM_UPGRADE);
        refuses(notHeld(engineer, Privileges.INSTRUMENT_PLATFORM_UPGRADE));
        _upgrade(engineer, second, "");
    }

    function test_RevertWhen_TheCodeIsNoneOrOfAnotherKind() external {
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, address(0xC0DE)));
        _announce(engineer, address(0xC0DE));
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, address(factory)));
        _announce(engineer, address(factory));
    }

    function test_RevertWhen_TheVersionDoesNotRise() external {
        address again = address(new InstrumentManager());
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeVersionNotRising.selector, 1, 1));
        _announce(engineer, again);
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasIt_AndTheStateSurvives() external {
        _private(ID);
        bytes32 before = _stateOf();
        address first = instruments.implementation();
        bytes memory migration = abi.encodeCall(InstrumentManagerV2.migrate, ());
        announced(address(instruments), engineer, second, migration);
        vm.expectEmit(address(instruments));
        emit IUpgradable.ManagerUpgraded(first, second, 2);
        _upgrade(engineer, second, migration);
        same(_stateOf(), before, "state");
        same(instruments.getVersion(), 2, "version");
        same(instruments.implementation(), second, "implementation");
        same(InstrumentManagerV2(address(instruments)).migratedAt(), block.timestamp, "migrated");
        InstrumentManagerV2(address(instruments)).rate(ID, "AAA");
        same(InstrumentManagerV2(address(instruments)).ratings(ID), bytes32("AAA"), "new feature");
        same(_stateOf(), before, "state after the new code wrote");
    }

    function test_ItGoesOnWorkingAsBefore() external {
        announced(address(instruments), engineer, second, "");
        _upgrade(engineer, second, "");
        _private(ID);
        check(instruments.isWhitelisted(ID, alpen), "whitelisted");
    }

    function _stateOf() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                instruments.platform(),
                instruments.privilegeManager(),
                instruments.getInstrument(ID),
                instruments.getInstrumentMetadata(ID)
            )
        );
    }
}
