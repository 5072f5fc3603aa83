// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Privileges } from "../../src/access/Privileges.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformWorld } from "../support/PlatformWorld.sol";

/// @title PlatformManager: fund, refund, refundEOA, setRefundLimits.
contract RefundTest is PlatformWorld {
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

    function test_RevertWhen_TenantOrUserIsBlacklisted() external {
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

    function test_RevertWhen_TheBalanceIsAtTheThreshold() external {
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

    function test_RevertWhen_ATenantRefundsSomebodyElsesUser() external {
        address other = onboard("Baltic Trust Bank");
        vm.prank(other);
        refuses(abi.encodeWithSelector(IPlatformManager.RefundUserNotActive.selector, other, USER));
        platform.refundEOA(USER);
    }

    function test_RevertWhen_AUserAsksForRefundEoaDirectly() external {
        vm.prank(USER);
        refuses(abi.encodeWithSelector(IPlatformManager.TenantUnknown.selector, USER));
        platform.refundEOA(USER);
    }

    function test_RevertWhen_AnybodyButAnOperatorSetsTheLimits() external {
        vm.prank(tenant);
        refuses(notHeld(tenant, Privileges.PLATFORM_OPERATOR));
        platform.setRefundLimits(THRESHOLD, LIMIT);
    }

    function test_RevertWhen_TheLimitsAreOutOfBounds() external {
        uint128[2][4] memory wrong = [
            [THRESHOLD - 1, LIMIT],
            [THRESHOLD, THRESHOLD - 1],
            [THRESHOLD, THRESHOLD * 100 + 1],
            [THRESHOLD * 1e9 + 1, THRESHOLD * 1e9 + 1]
        ];
        vm.startPrank(operator);
        for (uint256 i; i < wrong.length; ++i) {
            refuses(
                abi.encodeWithSelector(
                    IPlatformManager.RefundLimitsInvalid.selector, wrong[i][0], wrong[i][1]
                )
            );
            platform.setRefundLimits(wrong[i][0], wrong[i][1]);
        }
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

    function test_ATenantFundsItsOwnNewUser() external {
        vm.prank(tenant);
        platform.refundEOA(USER);
        same(USER.balance, LIMIT, "user");
    }

    function test_ADistributorFundsAnybody() external {
        vm.prank(operator);
        platform.refundEOA(address(0xE0A));
        same(address(0xE0A).balance, LIMIT, "stranger");
    }

    function test_TheLimitsAreWhatTheOperatorSets() external {
        vm.prank(operator);
        platform.setRefundLimits(THRESHOLD * 2, THRESHOLD * 200);
        same(platform.refundSettings().refundThreshold, THRESHOLD * 2, "threshold");
        same(platform.refundSettings().refundLimit, THRESHOLD * 200, "limit");
    }

    function test_AnybodyMayFund() external {
        uint256 before = address(platform).balance;
        vm.expectEmit(address(platform));
        emit IPlatformManager.PlatformFunded(address(this), 5, before + 5);
        platform.fund{ value: 5 }();
        same(address(platform).balance, before + 5, "balance");
    }

    /// @dev Property 40: never more than the limit, only below the threshold.
    function testFuzz_ARefundEndsAtTheLimitOrNotAtAll(uint64 balance) external {
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
