// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Privileges } from "../../src/access/Privileges.sol";
import { InstrumentManager } from "../../src/instrument/InstrumentManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { PlatformManager } from "../../src/platform/PlatformManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { SelectorConfig } from "../../src/types/TenantAccess.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";
import { PlatformManagerV2 } from "../support/PlatformManagerV2.sol";

/// @title PlatformManager: upgrade; CON-12, property 41.
contract UpgradeTest is PlatformFixture {
    PlatformManagerV2 private next;
    ITenant private tenant;
    bytes private migration = abi.encodeCall(PlatformManagerV2.setMotto, ("Settled at once"));

    function setUp() public override {
        super.setUp();
        next = new PlatformManagerV2();
        announced(address(platform), operator, address(next), migration);
        tenant = ITenant(onboard("Alpenbank"));
        blacklist(address(0xBAD));
    }

    function _announce(address code) private {
        vm.prank(operator);
        platform.announceUpgrade(code, keccak256(""));
    }

    function _upgrade() private {
        vm.prank(operator);
        platform.upgrade(address(next), migration);
    }

    /// @dev What was there before is there, whichever code reads it.
    function _stateIsKept() private view {
        same(platform.name(), "ConneX Platform", "name");
        same(platform.tenantByName("Alpenbank"), address(tenant), "tenant");
        check(platform.isBlacklisted(address(0xBAD)), "blacklist");
        same(platform.refundSettings().refundLimit, LIMIT, "refund limit");
        same(platform.defaultFactory(), address(factory), "factory");
        same(platform.dappTypeOf(address(platform)), DappType.PLATFORM, "type");
        same(platform.refundedToday(admin), LIMIT, "refunded today");
    }

    function test_Privilege_PLATFORM_MANAGER_UPGRADE_IsRequiredByUpgrade() external {
        address other = onboard("Second Operator");
        bytes memory err = notHeld(other, Privileges.PLATFORM_MANAGER_UPGRADE);
        refuses(err);
        vm.prank(other);
        platform.upgrade(address(next), "");
        grantOn(address(platform), other, Privileges.PLATFORM_MANAGER_UPGRADE);
        vm.prank(other);
        platform.upgrade(address(next), migration);
        revokeOn(address(platform), other, Privileges.PLATFORM_MANAGER_UPGRADE);
        refuses(err);
        vm.prank(other);
        platform.upgrade(address(next), "");
    }

    function test_CON12_RevertWhen_TheCodeIsNoneOrOfAnotherKind() external {
        address other = address(new Counter(address(platform), address(0)));
        address[3] memory wrong = [address(0xC0DE), other, address(new InstrumentManager())];
        for (uint256 i; i < wrong.length; ++i) {
            refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, wrong[i]));
            _announce(wrong[i]);
        }
    }

    function test_CON12_RevertWhen_TheVersionDoesNotRise() external {
        address same_ = address(new PlatformManager());
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeVersionNotRising.selector, 1, 1));
        _announce(same_);
    }

    function test_CON12_RevertWhen_InitialisedAgainAfterwards() external {
        _upgrade();
        refuses(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        platform.init(
            address(factory),
            tenantData("x"),
            admin,
            new SelectorConfig[](0),
            IPlatformManager.RefundSettings(THRESHOLD, LIMIT)
        );
    }

    function test_P41_TheNewCodeFindsTheOldState() external {
        address before = platform.implementation();
        vm.expectEmit(address(platform));
        emit IUpgradable.ManagerUpgraded(before, address(next), 2);
        _upgrade();
        same(platform.implementation(), address(next), "implementation");
        same(platform.getVersion(), 2, "version");
        same(PlatformManagerV2(address(platform)).motto(), "Settled at once", "migration");
        _stateIsKept();
        onboard("Baltic Trust Bank");
    }
}
