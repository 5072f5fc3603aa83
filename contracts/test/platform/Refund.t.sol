// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title PlatformManager: refund; property 40.
contract RefundTest is PlatformFixture {
    address private tenant;
    address private constant USER = address(0x05E4);

    function setUp() public override {
        super.setUp();
        tenant = onboard("Alpenbank");
        grantUser(tenant, USER, Privileges.USER_DAPP_USER);
    }

    function test_RevertWhen_TheTenantIsNotRegistered() external {
        vm.prank(operator);
        platform.unregisterTenant(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, tenant));
        platform.refund(tenant, USER);
    }

    function test_P26_RevertWhen_TenantOrUserIsBlacklisted() external {
        blacklist(USER);
        refuses(abi.encodeWithSelector(IPlatformManager.UserBlacklisted.selector, USER));
        platform.refund(tenant, USER);
        blacklist(tenant);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant));
        platform.refund(tenant, USER);
    }

    function test_RevertWhen_TheUserIsNotActive() external {
        revokeUser(tenant, USER, Privileges.USER_DAPP_USER);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundUserNotActive.selector, tenant, USER));
        platform.refund(tenant, USER);
    }

    function test_RevertWhen_TheUserIsAnothersTenant() external {
        address other = onboard("Baltic Trust Bank");
        refuses(abi.encodeWithSelector(IPlatformManager.RefundUserNotActive.selector, other, USER));
        platform.refund(other, USER);
    }

    function test_P40_RevertWhen_TheBalanceIsAtTheThreshold() external {
        vm.deal(USER, THRESHOLD);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundNotNeeded.selector, USER, THRESHOLD, THRESHOLD));
        platform.refund(tenant, USER);
    }

    function test_RevertWhen_TheUserIsAContract() external {
        address contract_ = address(new Counter(address(0), address(0)));
        grantUser(tenant, contract_, Privileges.USER_DAPP_USER);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundUserIsContract.selector, contract_));
        platform.refund(tenant, contract_);
    }

    function test_RevertWhen_ThePlatformHasTooLittle() external {
        vm.deal(address(platform), LIMIT - 1);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundFundsMissing.selector, LIMIT, LIMIT - 1));
        platform.refund(tenant, USER);
    }

    /// @dev The one address without code that refuses ether: a precompiled contract.
    function test_RevertWhen_TheUserRefusesTheEther() external {
        address refuser = address(9);
        grantUser(tenant, refuser, Privileges.USER_DAPP_USER);
        vm.deal(refuser, 0);
        uint256 before = address(platform).balance;
        refuses(abi.encodeWithSelector(IPlatformManager.RefundFailed.selector, refuser));
        platform.refund(tenant, refuser);
        same(address(platform).balance, before, "balance");
        same(platform.refundedToday(refuser), 0, "counted");
    }

    function test_P40_RevertWhen_AUserLoopsUntilTheDaysLimit() external {
        for (uint256 i; i < 20; ++i) {
            vm.deal(USER, 0);
            platform.refund(tenant, USER);
        }
        vm.deal(USER, THRESHOLD - 1);
        uint256 tomorrow = (block.timestamp / 1 days + 1) * 1 days;
        refuses(abi.encodeWithSelector(IPlatformManager.RefundUserExhausted.selector, USER, tomorrow));
        platform.refund(tenant, USER);
        same(platform.refundedToday(USER), 20 * uint256(LIMIT), "today");
        vm.warp(tomorrow - 1);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundUserExhausted.selector, USER, tomorrow));
        platform.refund(tenant, USER);
        vm.warp(tomorrow);
        same(platform.refundedToday(USER), 0, "tomorrow");
        platform.refund(tenant, USER);
        same(USER.balance, LIMIT, "user");
    }

    function test_P40_RevertWhen_ATenantsUsersTogetherReachTheDaysLimit() external {
        for (uint256 i; i < 1_000; ++i) {
            address user = address(uint160(0x10000 + i));
            grantUser(tenant, user, Privileges.USER_DAPP_USER);
            platform.refund(tenant, user);
            if (i == 0) {
                same(platform.refundedToday(tenant), 2 * uint256(LIMIT), "the admin's and the first");
            }
            if (platform.refundedToday(tenant) == 1_000 * uint256(LIMIT)) break;
        }
        uint256 tomorrow = (block.timestamp / 1 days + 1) * 1 days;
        refuses(abi.encodeWithSelector(IPlatformManager.RefundTenantExhausted.selector, tenant, tomorrow));
        platform.refund(tenant, USER);
        address other = onboard("Baltic Trust Bank");
        grantUser(other, USER, Privileges.USER_DAPP_USER);
        platform.refund(other, USER);
        same(USER.balance, LIMIT, "another tenant's user");
    }

    function test_BelowTheThresholdAUserIsToppedUpToTheLimit() external {
        vm.deal(USER, THRESHOLD - 1);
        uint256 before = address(platform).balance;
        vm.expectEmit(address(platform));
        emit IPlatformManager.UserRefunded(tenant, USER, LIMIT - THRESHOLD + 1);
        platform.refund(tenant, USER);
        same(USER.balance, LIMIT, "user");
        same(address(platform).balance, before - (LIMIT - THRESHOLD + 1), "platform");
    }

    /// @dev Property 40: never more than the limit, only below the threshold.
    function testFuzz_P40_ARefundEndsAtTheLimitOrNotAtAll(uint64 balance) external {
        vm.deal(USER, balance);
        if (balance >= THRESHOLD) {
            refuses(
                abi.encodeWithSelector(IPlatformManager.RefundNotNeeded.selector, USER, balance, THRESHOLD)
            );
        }
        platform.refund(tenant, USER);
        same(USER.balance, balance >= THRESHOLD ? balance : LIMIT, "balance");
    }
}
